"""Where the private Neo4j keeps what it downloads and what it stores."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

CACHE_VARIABLE = "LINEAGE_CACHE_DIR"


def cache_dir(version: str) -> Path:
    """The directory of the jars of one Neo4j version: below LINEAGE_CACHE_DIR, else below the user's cache directory."""
    configured = os.environ.get(CACHE_VARIABLE)
    root = Path(configured).expanduser().absolute() if configured else user_cache_path("lineage")
    return root / f"neo4j-{version}"


def default_data_dir() -> Path:
    """The persistent data directory that is used when none is named."""
    return user_data_path("lineage") / "neo4j"


def data(data_dir: Path) -> Path:
    """Where Neo4j has its stores and what it knows of itself; missing before the first start."""
    return data_dir / "data"


def logs_dir(data_dir: Path) -> Path:
    """Where Neo4j writes debug.log, and its process console.log."""
    return data_dir / "logs"


def console_log(data_dir: Path) -> Path:
    """What the server process itself prints: warnings of the JVM and the reasons of failed starts."""
    return logs_dir(data_dir) / "console.log"


def debug_log(data_dir: Path) -> Path:
    """Neo4j's own log."""
    return logs_dir(data_dir) / "debug.log"
