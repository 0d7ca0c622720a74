"""The machine and the versions that figures were measured with."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson

PACKAGES = ("neo4j", "neo4j-rust-ext", "strawberry-graphql", "graphql-core", "uvicorn", "orjson", "asyncpg", "langgraph-checkpoint-sqlite")
FASTER = ("uvloop", "httptools")


def facts(neo4j: str, postgres: str | None, node: Path | None) -> dict[str, Any]:
    """What does not change while it is measured."""
    versions = {name: version(name) for name in PACKAGES}
    versions.update((name, found) for name in FASTER if (found := _installed(name)) is not None)
    npm = orjson.loads((node / "package.json").read_bytes())["dependencies"] if node is not None else {}
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": platform.platform(),
        "python": platform.python_version(),
        "lineage": version("lineage"),
        "commit": _said("git", "rev-parse", "--short", "HEAD"),
        "neo4j server": neo4j,
        "postgresql": postgres,
        "node": _said("node", "--version"),
        "packages": {**versions, **npm},
    }


def load_average() -> list[float]:
    return [round(value, 2) for value in os.getloadavg()]


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except ImportError:
        return None


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


def _said(*command: str) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent)
    return done.stdout.strip() or None
