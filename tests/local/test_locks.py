"""The lock files that the package ships."""

import re
from pathlib import Path

import pytest

from lineage.local import locks, versions


@pytest.mark.parametrize("version", versions.SUPPORTED_VERSIONS)
def test_every_supported_version_is_locked_jar_by_jar(version: str) -> None:
    jars = locks.read(version)
    assert {jar.version for jar in jars if jar.coordinate.startswith("org.neo4j:neo4j:")} == {version}
    assert all(re.fullmatch("[0-9a-f]{64}", jar.sha256) and jar.size > 0 for jar in jars)
    assert len({jar.filename for jar in jars}) == len(jars)


@pytest.mark.parametrize("version", versions.SUPPORTED_VERSIONS)
def test_no_library_of_tests_is_locked(version: str) -> None:
    assert not {jar.artifact for jar in locks.read(version)} & {"junit", "mockito-core", "hamcrest"}


def test_a_lock_file_is_written_as_it_was_read() -> None:
    shipped = Path(locks.__file__).parent / f"neo4j-{versions.DEFAULT_VERSION}.lock"
    jars = list(locks.read(versions.DEFAULT_VERSION))
    assert locks.write(jars[::-1], version=versions.DEFAULT_VERSION) == shipped.read_text()


def test_a_classifier_is_part_of_name_and_path() -> None:
    jar = next(jar for jar in locks.read(versions.DEFAULT_VERSION) if jar.classifier == "linux-x86_64")
    assert jar.filename.endswith("-linux-x86_64.jar")
    assert jar.repository_path == f"{jar.group.replace('.', '/')}/{jar.artifact}/{jar.version}/{jar.filename}"
