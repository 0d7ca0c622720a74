"""The class archive: Neo4j's classes as the JVM lays them out in memory, so that a start maps 19,000 of them instead of loading them.

It halves the processor time of a start and of the first queries, and is optional: without one, or with one that does not
fit, the JVM loads the jars as usual. `lineage.local.archiving` makes it.
"""

from collections.abc import Sequence
from pathlib import Path

from lineage.local.jvm import Jvm


def path(class_path: Sequence[Path], java: Jvm) -> Path:
    """Where the archive of these jars for this Java is: beside the jars."""
    return class_path[0].parent / f"classes-java-{java.release}.jsa"


def is_current(class_path: Sequence[Path], java: Jvm) -> bool:
    """Is there an archive that is newer than every jar? (The JVM refuses one of jars that changed.)"""
    try:
        made = path(class_path, java).stat().st_mtime_ns
    except FileNotFoundError:
        return False
    return all(jar.stat().st_mtime_ns <= made for jar in class_path)


def jvm_arguments(class_path: Sequence[Path], java: Jvm) -> list[str]:
    """What tells the JVM to use the archive; nothing where there is none."""
    return [f"-XX:SharedArchiveFile={path(class_path, java)}"] if is_current(class_path, java) else []
