"""Gets one jar from a Maven repository, and takes up a download that was cut off where it ended."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import httpx
from jgo.config import GlobalSettings
from jgo.maven import MavenContext

from lineage.local.errors import ChecksumMismatch, DownloadFailed
from lineage.local.locks import LockedJar

ATTEMPTS = 3


def repositories() -> dict[str, str]:
    """The Maven repositories to ask, by name: jgo's default, and what its configuration file adds or replaces."""
    return {**MavenContext().remote_repos, **GlobalSettings.load().repositories}


def client() -> httpx.Client:
    """An HTTP client that honours the proxy and certificate settings of the environment."""
    return httpx.Client(follow_redirects=True, timeout=httpx.Timeout(60, connect=20))


def download(jar: LockedJar, directory: Path, http: httpx.Client, received: Callable[[int], None]) -> None:
    """Puts `jar` into `directory` under its name, whole and checked, or leaves a `.part` file to go on from.

    `received` is told the bytes that each step brings; they are taken back (negative) when a part has to be thrown away.
    Raises `DownloadFailed` after 3 attempts, `ChecksumMismatch` when a whole jar came twice with other content.
    """
    part = directory / f"{jar.filename}.part"
    part.touch()
    received(part.stat().st_size)
    failures: list[str] = []
    mismatches = 0
    while len(failures) < ATTEMPTS:
        try:
            _fetch(jar, part, http, received)
        except (httpx.HTTPError, OSError) as error:
            failures.append(f"{type(error).__name__}: {error}")
            continue
        if _sha256(part) == jar.sha256:
            part.replace(directory / jar.filename)
            return
        _discard(part, received)
        mismatches += 1
        failures.append("its content differs from the lock file")
        if mismatches == 2:
            raise ChecksumMismatch(f"{jar.coordinate} came twice with another content than expected (SHA-256 {jar.sha256})")
    raise DownloadFailed(
        f"{jar.coordinate} could not be downloaded: {failures[-1]}. What has been downloaded is kept: "
        "check the network and try again. Other Maven repositories can be named in jgo's configuration file."
    )


def _fetch(jar: LockedJar, part: Path, http: httpx.Client, received: Callable[[int], None]) -> None:
    """Completes `part` from the first repository that has the jar."""
    start = part.stat().st_size
    if start > jar.size:
        _discard(part, received)
        start = 0
    if start == jar.size:
        return
    # A compressed answer could not be taken up in the middle.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
    answers: list[str] = []
    for repository in repositories().values():
        url = f"{repository.rstrip('/')}/{jar.repository_path}"
        with http.stream("GET", url, headers=headers) as response:
            if not response.is_success:
                answers.append(f"{url} answered {response.status_code}")
                continue
            if response.status_code != httpx.codes.PARTIAL_CONTENT:
                _discard(part, received)
            with part.open("ab") as file:
                for chunk in response.iter_raw():
                    file.write(chunk)
                    received(len(chunk))
            return
    raise httpx.HTTPError("; ".join(answers))


def _discard(part: Path, received: Callable[[int], None]) -> None:
    received(-part.stat().st_size)
    os.truncate(part, 0)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
