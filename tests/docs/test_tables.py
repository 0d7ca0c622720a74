"""The tables of the README that are written by hand name everything that the code has."""

import re
from collections.abc import Iterator

import pytest

from lineage import errors
from lineage.app import shipped_providers
from tests.docs.page import README, ROOT, code_in, first_cells, generated, section

PAGE = README.read_text(encoding="utf-8")


def test_the_errors_are_those_of_the_code() -> None:
    codes = [error.code for error in errors.LineageError.__subclasses__()]
    assert first_cells(section("Errors", PAGE)) == codes


def test_the_providers_that_come_with_the_service_are_named() -> None:
    assert set(shipped_providers()) <= code_in(section("Concepts", PAGE))


def _variables_of_the_code() -> Iterator[str]:
    for path in sorted((ROOT / "lineage").rglob("*.py")):
        yield from re.findall(r"\"(LINEAGE_[A-Z0-9_]+|NEO4J_[A-Z0-9_]+|JAVA_HOME)\"", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("variable", sorted(set(_variables_of_the_code())))
def test_a_variable_that_the_code_reads_is_documented(variable: str) -> None:
    assert variable in code_in(section("Settings", PAGE))


def test_the_variables_of_the_compose_file_are_documented() -> None:
    read = set(re.findall(r"\$\{([A-Z0-9_]+):", (ROOT / "docker-compose.yml").read_text(encoding="utf-8")))
    assert read
    assert read <= code_in(section("Neo4j", PAGE))


def test_the_tree_of_folders_is_the_one_that_is_there() -> None:
    shown = dict(_shown_tree())
    packages = {path.parent.name for path in (ROOT / "lineage").glob("*/*.py")}
    modules = {path.name for path in (ROOT / "lineage").glob("*.py")} - {"__init__.py"}
    assert packages <= {name for name, depth in shown.items() if depth == 1}
    assert {"cli.py", "app.py", "settings.py", "errors.py"} <= set(shown) & modules
    for name, depth in shown.items():
        assert list(ROOT.glob(f"{'*/' * depth}{name}")), name


def _shown_tree() -> Iterator[tuple[str, int]]:
    for line in generated("tree", PAGE).splitlines():
        if not line.startswith("```"):
            name = line.split()[0].rstrip("/")
            yield name, (len(line) - len(line.lstrip())) // 2
