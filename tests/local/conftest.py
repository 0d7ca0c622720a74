"""Jars to test with: the real ones of the user's cache, linked into a cache of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lineage.local import fetch, locks, paths, versions

from .maven_repository import MavenRepository


@pytest.fixture(scope="session")
def jars() -> dict[str, Path]:
    """The real jars by file name, downloaded if this machine does not have them yet."""
    return {path.name: path for path in fetch()}


@pytest.fixture
def cache(jars: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A complete jar directory of the test's own. Replace its files, never write into them: they are links to the real ones."""
    monkeypatch.setenv(paths.CACHE_VARIABLE, str(tmp_path / "cache"))
    directory = paths.cache_dir(versions.choose())
    directory.mkdir(parents=True)
    for name, path in jars.items():
        (directory / name).symlink_to(path)
    return directory


@pytest.fixture
def repository(jars: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MavenRepository]:
    """A Maven repository on loopback that serves the real jars, set as the only one to download from."""
    files = {f"/{jar.repository_path}": jars[jar.filename] for jar in locks.read(versions.choose())}
    with MavenRepository(files) as served:
        configuration = tmp_path / "jgo.conf"
        configuration.write_text(f"[repositories]\ncentral = {served.url}\n")
        monkeypatch.setenv("JGO_CONFIG_FILE", str(configuration))
        yield served
