"""The queries of cypher/, one a file, and how several are sent as one statement.

A part of a statement stands in a subquery of its own; what the parts return is returned together, in one record.
"""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

_PLANNED_ONCE = "CYPHER replan=skip"
"""Statements start from ids and by hinted indexes: a plan stays right while data grows, and making it again takes up to a second."""
_PARAMETER = re.compile(r"\$(\w+)")
_ALIAS = re.compile(r"\bAS (\w+)\s*$")


def cypher_folder() -> Path:
    """Where the .cypher files are: in the installed package, or beside it in a checkout."""
    installed = Path(str(files("lineage"))) / "cypher"
    return installed if installed.is_dir() else installed.parent.parent / "cypher"


@cache
def query_files() -> dict[str, Path]:
    """Each query's file by its name, the file's stem."""
    found = {path.stem: path for path in sorted(cypher_folder().rglob("*.cypher"))}
    if not found:
        raise FileNotFoundError(f"no .cypher files in {cypher_folder()}")
    return found


@cache
def text_of(name: str) -> str:
    """A query's text without its header. KeyError for a name that has no file."""
    lines = query_files()[name].read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("//"))


@cache
def returned_by(name: str) -> str | None:
    """The name of what a query returns; None for one that returns nothing."""
    match = _ALIAS.search(text_of(name))
    return match[1] if match else None


@cache
def statement(*names: str) -> str:
    """The queries of these names as one statement, carried out in this order.

    Its parameters are the entries of one map, $given: the planner makes a plan for each combination of the types and sizes
    of parameters, and of a map it regards neither.
    """
    parts = [_PARAMETER.sub(r"$given.\1", text_of(name)) for name in names]
    if len(names) > 1:
        parts = [f"CALL () {{\n{part}\n}}" for part in parts]
        returned = [alias for name in names if (alias := returned_by(name))]
        if returned:
            parts.append("RETURN " + ", ".join(returned))
    return "\n".join([_PLANNED_ONCE, *parts])
