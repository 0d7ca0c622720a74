"""The class archive: used when it fits the jars, left out when it does not. What a start with it needs is tested by using it."""

import os
from pathlib import Path

import pytest

from lineage.local import archive, cypher
from lineage.local.jvm import Jvm

JAVA = Jvm(Path("/java"), Path("/java/lib/server/libjvm.so"), "25.0.2")


@pytest.fixture
def class_path(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "one.jar", tmp_path / "two.jar"]
    for age, jar in enumerate(made, start=1):
        jar.touch()
        os.utime(jar, ns=(0, age))
    return made


def make_archive(class_path: list[Path], nanoseconds: int) -> Path:
    """An archive that was made at that time."""
    file = archive.path(class_path, JAVA)
    file.touch()
    os.utime(file, ns=(0, nanoseconds))
    return file


def test_without_an_archive_the_jvm_is_told_of_none(class_path: list[Path]) -> None:
    assert archive.jvm_arguments(class_path, JAVA) == []


def test_an_archive_that_is_newer_than_the_jars_is_used(class_path: list[Path]) -> None:
    file = make_archive(class_path, nanoseconds=3)
    assert archive.jvm_arguments(class_path, JAVA) == [f"-XX:SharedArchiveFile={file}"]


def test_an_archive_that_is_older_than_one_jar_is_left_out(class_path: list[Path]) -> None:
    make_archive(class_path, nanoseconds=1)
    assert archive.jvm_arguments(class_path, JAVA) == []


def test_each_release_of_java_has_its_own_archive(class_path: list[Path]) -> None:
    other = Jvm(JAVA.home, JAVA.library, "25.0.3")
    assert archive.path(class_path, JAVA) != archive.path(class_path, other)


def test_the_training_consists_of_single_statements() -> None:
    statements = cypher.read("training")
    assert len(statements) == 8
    assert not any(statement.startswith("//") or ";" in statement for statement in statements)
