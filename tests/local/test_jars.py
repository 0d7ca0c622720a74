"""Getting the jars: what is wrong is fetched again, what is right is left alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lineage.local import fetch, locks, versions
from lineage.local.errors import ChecksumMismatch, DownloadFailed, UnsupportedVersion

from .maven_repository import MavenRepository

JAR = next(jar for jar in locks.read(versions.choose()) if jar.artifact == "neo4j-kernel-api")


def replace(path: Path, content: bytes) -> None:
    """Puts other content in place of a link, without touching what it points to."""
    path.unlink()
    path.write_bytes(content)


def test_a_complete_cache_asks_nothing_of_the_network(cache: Path, repository: MavenRepository) -> None:
    assert [path.parent for path in fetch()] == [cache] * len(locks.read(versions.choose()))
    fetch()
    assert repository.requests == []


def test_a_jar_that_was_cut_off_is_fetched_again(cache: Path, jars: dict[str, Path], repository: MavenRepository) -> None:
    content = jars[JAR.filename].read_bytes()
    replace(cache / JAR.filename, content[: len(content) // 2])
    fetch()
    assert repository.requests == [(JAR.filename, None)]
    assert (cache / JAR.filename).read_bytes() == content


def test_a_jar_that_was_altered_after_it_was_checked_is_fetched_again(
    cache: Path, jars: dict[str, Path], repository: MavenRepository
) -> None:
    fetch()
    content = jars[JAR.filename].read_bytes()
    replace(cache / JAR.filename, b"\0" + content[1:])
    fetch()
    assert repository.requests == [(JAR.filename, None)]
    assert (cache / JAR.filename).read_bytes() == content


def test_a_broken_download_goes_on_where_it_ended(cache: Path, jars: dict[str, Path], repository: MavenRepository) -> None:
    (cache / JAR.filename).unlink()
    repository.cut_after[JAR.filename] = 1000
    fetch()
    assert repository.requests == [(JAR.filename, None), (JAR.filename, "bytes=1000-")]
    assert (cache / JAR.filename).read_bytes() == jars[JAR.filename].read_bytes()


def test_a_part_left_by_a_killed_download_is_completed(cache: Path, jars: dict[str, Path], repository: MavenRepository) -> None:
    (cache / JAR.filename).unlink()
    (cache / f"{JAR.filename}.part").write_bytes(jars[JAR.filename].read_bytes()[:2000])
    fetch()
    assert repository.requests == [(JAR.filename, "bytes=2000-")]
    assert not (cache / f"{JAR.filename}.part").exists()


def test_a_part_with_wrong_content_is_thrown_away(cache: Path, repository: MavenRepository) -> None:
    (cache / JAR.filename).unlink()
    (cache / f"{JAR.filename}.part").write_bytes(b"\0" * 2000)
    fetch()
    assert repository.requests == [(JAR.filename, "bytes=2000-"), (JAR.filename, None)]


def test_a_repository_with_other_content_is_refused(cache: Path, repository: MavenRepository) -> None:
    (cache / JAR.filename).unlink()
    repository.replaced[JAR.filename] = b"\0" * JAR.size
    with pytest.raises(ChecksumMismatch, match=JAR.coordinate):
        fetch()
    assert not (cache / JAR.filename).exists()


def test_without_a_network_the_error_names_the_jar_that_is_missing(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = tmp_path / "jgo.conf"
    configuration.write_text("[repositories]\ncentral = http://127.0.0.1:9\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(configuration))
    (cache / JAR.filename).unlink()
    with pytest.raises(DownloadFailed, match=JAR.coordinate):
        fetch()


def test_progress_counts_the_bytes_that_are_there_up_to_all(cache: Path, repository: MavenRepository) -> None:
    (cache / JAR.filename).unlink()
    repository.cut_after[JAR.filename] = 1000
    total = sum(jar.size for jar in locks.read(versions.choose()))
    told: list[tuple[int, int]] = []
    fetch(lambda done, of: told.append((done, of)))
    assert told[0] == (total - JAR.size, total)
    assert told[-1] == (total, total)
    assert max(done for done, _ in told) == total


def test_two_processes_at_once_download_each_jar_once(cache: Path, repository: MavenRepository) -> None:
    missing = [jar.filename for jar in locks.read(versions.choose()) if jar.group == "org.neo4j"][:20]
    for name in missing:
        (cache / name).unlink()
    command = [sys.executable, "-c", "from lineage.local import fetch; fetch()"]
    processes = [subprocess.Popen(command, env=dict(os.environ)) for _ in range(2)]
    assert [process.wait(60) for process in processes] == [0, 0]
    assert sorted(name for name, _ in repository.requests) == sorted(missing)


def test_a_version_without_a_lock_file_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(versions.VERSION_VARIABLE, "4.4.0")
    with pytest.raises(UnsupportedVersion, match=r"4\.4\.0.*2026\.09\.0"):
        fetch()
