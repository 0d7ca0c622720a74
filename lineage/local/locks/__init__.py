"""The lock files: for each supported Neo4j, every jar that it consists of, with its size and SHA-256.

A line is `sha256 size group:artifact:version[:classifier]`. `python -m lineage.local.resolve VERSION` writes them.
"""

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class LockedJar:
    """One jar that has to be there, byte for byte."""

    group: str
    artifact: str
    version: str
    classifier: str
    size: int
    sha256: str

    @property
    def coordinate(self) -> str:
        parts = (self.group, self.artifact, self.version, self.classifier)
        return ":".join(part for part in parts if part)

    @property
    def filename(self) -> str:
        ending = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{ending}.jar"

    @property
    def repository_path(self) -> str:
        """Where a Maven repository has it, relative to the repository's root."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.filename}"


def read(version: str) -> tuple[LockedJar, ...]:
    """The jars of one supported Neo4j version, in the order of the class path."""
    text = (files(__name__) / f"neo4j-{version}.lock").read_text(encoding="utf-8")
    return tuple(_parse(line) for line in text.splitlines() if line and not line.startswith("#"))


def write(jars: list[LockedJar], *, version: str) -> str:
    """The text of a lock file: the inverse of `read`."""
    total = sum(jar.size for jar in jars)
    header = f"# Neo4j {version}: {len(jars)} jars, {total} bytes. sha256 size group:artifact:version[:classifier]\n"
    lines = [f"{jar.sha256} {jar.size} {jar.coordinate}\n" for jar in sorted(jars, key=lambda jar: jar.coordinate)]
    return header + "".join(lines)


def _parse(line: str) -> LockedJar:
    sha256, size, coordinate = line.split()
    group, artifact, version, *classifier = coordinate.split(":")
    return LockedJar(group, artifact, version, classifier[0] if classifier else "", int(size), sha256)
