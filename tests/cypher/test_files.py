"""The .cypher files: what each begins with, that each is used, and that there is Cypher nowhere else."""

import ast
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

import lineage
from lineage.store.queries import cypher_folder, query_files, returned_by, text_of

PACKAGE = Path(lineage.__file__).parent
SCHEMA = cypher_folder() / "schema"
MODULES = sorted(PACKAGE.rglob("*.py"))
EACH_FILE = pytest.mark.parametrize("path", query_files().values(), ids=query_files())

LOADED_WHOLE = ("verify",)
"""Folders whose files the code does not name one by one."""

_BRACKETS = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}|\([^()]*\)")
_CYPHER = re.compile(
    r"\b(?:MATCH|MERGE|CREATE|DELETE)\s*\(|\bUNWIND\s+[$\[\w]|\bMATCH\s+\w+\s*=|\bSET\s+\w+\.\w+\s*=|\bCREATE\s+(?:CONSTRAINT|INDEX)\b",
    re.IGNORECASE,
)


def header(path: Path) -> list[str]:
    """The lines that a file begins with."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(takewhile(lambda line: line.startswith("//"), lines))


def named_parameters(line: str) -> set[str]:
    """The parameters that a header names: "workspace, first|second, rows: [{id, set}]" names four."""
    while (shorter := _BRACKETS.sub("", line)) != line:
        line = shorter
    words = [word.strip() for part in line.split(",") for word in part.split(":")[0].split("|")]
    return {word for word in words if word not in ("null", "none", "")}


@EACH_FILE
def test_a_file_begins_with_what_it_answers_its_parameters_and_what_it_returns(path: Path) -> None:
    lines = header(path)
    assert len(lines) == 3
    assert re.match(r"// [A-Z].*\.$", lines[0])
    assert lines[1].startswith("// params: ")
    assert lines[2].startswith("// returns: ")
    assert not any(line.startswith("//") for line in path.read_text(encoding="utf-8").splitlines()[3:])


@EACH_FILE
def test_the_parameters_that_a_file_names_are_those_that_it_uses(path: Path) -> None:
    used = set(re.findall(r"\$(\w+)", text_of(path.stem)))
    assert named_parameters(header(path)[1].removeprefix("// params: ")) == used


@EACH_FILE
def test_what_a_file_says_that_it_returns_is_what_it_returns(path: Path) -> None:
    told = header(path)[2].removeprefix("// returns: ").split(":")[0].strip()
    assert (None if told == "nothing" else told) == returned_by(path.stem)


def test_what_a_query_starts_from_without_the_whole_of_a_unique_key_names_its_index() -> None:
    """Else the planner may take another index that begins with the workspace, and looks at all of that."""
    schema = "\n".join(text_of(name) for name, path in query_files().items() if path.parent == SCHEMA)
    unique = [(label, _names(keys)) for label, keys in re.findall(r"FOR \(n:(\w+)\) REQUIRE \(?(.*?)\)? IS UNIQUE", schema)]
    assert len(unique) > 15
    started = [(name, *found) for name, path in query_files().items() if path.parent != SCHEMA for found in _started(text_of(name))]
    assert len(started) > 100
    unnamed = [
        (name, label, keys)
        for name, variable, label, keys in started
        if not any(label == other and needed <= keys for other, needed in unique)
        and f"USING INDEX {variable}:{label}(" not in text_of(name)
    ]
    assert unnamed == []


def _names(keys: str) -> set[str]:
    return set(re.findall(r"n\.(\w+)", keys))


def _started(text: str) -> Iterator[tuple[str, str, set[str]]]:
    """The nodes that a query finds by a label and properties: variable, label, properties."""
    for clause in re.split(r"\b(?=(?:OPTIONAL )?MATCH\b|CREATE\b|MERGE\b|RETURN\b|WITH\b|WHERE\b|SET\b|UNWIND\b|CALL\b)", text):
        if clause.startswith("MATCH"):
            for variable, label, properties in re.findall(r"\((\w*):(\w+) \{([^}]*)\}\)", clause):
                yield variable, label, {part.split(":")[0].strip() for part in properties.split(",")}


def test_no_two_files_have_the_same_name() -> None:
    assert len(query_files()) == len(list(cypher_folder().rglob("*.cypher")))


def texts(tree: ast.AST) -> Iterator[str]:
    """The strings of a module, without its docstrings; parts of formatted strings one by one."""
    prose = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


@pytest.fixture(scope="module")
def written() -> dict[Path, list[str]]:
    """The strings of each module of the package."""
    return {path: list(texts(ast.parse(path.read_text(encoding="utf-8")))) for path in MODULES}


@pytest.mark.parametrize("name", [name for name, path in query_files().items() if path.parent != SCHEMA])
def test_a_file_is_used(written: dict[Path, list[str]], name: str) -> None:
    folder = query_files()[name].parent.name
    assert any(name in found or (folder in LOADED_WHOLE and folder in found) for found in written.values())


def test_python_holds_no_cypher(written: dict[Path, list[str]]) -> None:
    assert len(MODULES) > 50
    assert [f"{path.name}: {text[:60]}" for path, found in written.items() for text in found if _CYPHER.search(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n) RETURN n",
        "match (n:Thread)",
        "UNWIND $rows AS row",
        "MERGE (n)",
        "CREATE CONSTRAINT x",
        "SET r.status = 'x'",
        "MATCH p = (a)-->(b)",
    ],
)
def test_cypher_would_be_seen(text: str) -> None:
    tree = ast.parse(f"def f():\n    '''MATCH (of a docstring)'''\n    return f'{{x}} {text!s}'" if "'" not in text else f'x = "{text}"')
    assert [bool(_CYPHER.search(found)) for found in texts(tree) if found.strip()] == [True]
