"""Gets the jars of Neo4j into the user's cache: 230 files, 161 MB, once. Nothing is asked of the network when all are there."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from filelock import FileLock

from lineage.local import locks, paths, versions
from lineage.local.errors import DownloadFailed
from lineage.local.locks import LockedJar
from lineage.local.verification import Verified

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and the bytes of all jars; never by two threads at once."""

PARALLEL_DOWNLOADS = 8


def fetch(progress: Progress | None = None, *, version: str | None = None) -> tuple[Path, ...]:
    """The checked jars of a supported Neo4j in the order of the class path, downloaded when they are not in the cache.

    Every jar's SHA-256 is compared with the lock file. A jar that is missing, cut off or altered is fetched again; jars
    that were complete when a download was interrupted are kept. Several processes may call it at once: one downloads.
    Raises `UnsupportedVersion`, `DownloadFailed` and its `ChecksumMismatch`.
    """
    chosen = versions.choose(version)
    directory = paths.cache_dir(chosen)
    jars = locks.read(chosen)
    if _missing(jars, directory):
        directory.mkdir(parents=True, exist_ok=True)
        with FileLock(directory / "download.lock"):
            _complete(jars, directory, progress)
    elif progress:
        total = sum(jar.size for jar in jars)
        progress(total, total)
    return tuple(directory / jar.filename for jar in jars)


def _complete(jars: tuple[LockedJar, ...], directory: Path, progress: Progress | None) -> None:
    """Downloads what is missing. Asks again what that is: another process may have done it while this one waited."""
    # Imported here, for its libraries take half a second that a start with all jars in place does not need.
    from lineage.local import download

    missing = _missing(jars, directory)
    counter = _Counter(progress, total=sum(jar.size for jar in jars), missing=sum(jar.size for jar in missing))
    with download.client() as http, ThreadPoolExecutor(PARALLEL_DOWNLOADS) as pool:
        tasks = [pool.submit(download.download, jar, directory, http, counter.add) for jar in missing]
        try:
            for task in tasks:
                task.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if altered := _missing(jars, directory):
        raise DownloadFailed(f"{altered[0].filename} in {directory} was altered while it was downloaded; try again")


def _missing(jars: tuple[LockedJar, ...], directory: Path) -> list[LockedJar]:
    verified = Verified(directory)
    missing = [jar for jar in jars if not verified.holds(jar)]
    verified.save()
    return missing


class _Counter:
    """Adds up what the download threads receive and passes it on, one call at a time."""

    def __init__(self, progress: Progress | None, *, total: int, missing: int) -> None:
        self._progress = progress
        self._total = total
        self._done = total - missing
        self._lock = Lock()

    def add(self, count: int) -> None:
        with self._lock:
            self._done += count
            if self._progress:
                self._progress(self._done, self._total)
