"""The SQL of each query of the service, one a file, and how several are one call: a function of the database, made when it is first needed.

A function takes one JSON object, the parameters, and carries the queries out in their order: one round trip, its plans kept, and
each query sees what those before it did. What is asked alone is one SELECT, with the same queries as its columns.
"""

import hashlib
from functools import cache
from pathlib import Path

from lineage.store.queries import returned_by

_SQL = Path(__file__).parent / "sql"


def schema() -> str:
    return (_SQL / "schema.sql").read_text(encoding="utf-8")


def indexes() -> str:
    return (_SQL / "indexes.sql").read_text(encoding="utf-8")


@cache
def text_of(name: str) -> str | None:
    """The SQL of a query; None for one that nothing here asks for."""
    for folder in ("questions", "commands"):
        path = _SQL / folder / f"{name}.sql"
        if path.is_file():
            return "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("--"))
    return None


def _is_question(name: str) -> bool:
    return (_SQL / "questions" / f"{name}.sql").is_file()


@cache
def selecting(names: tuple[str, ...]) -> str:
    """Questions as one SELECT, of one column each."""
    columns = [f'({text_of(name) or "SELECT NULL::json"}) AS "{returned_by(name)}"' for name in names if returned_by(name)]
    return ("SELECT " + ",\n".join(columns)).replace("$1", "$1::jsonb")


@cache
def function_name(names: tuple[str, ...]) -> str:
    return "unit_" + hashlib.sha256(" ".join(names).encode()).hexdigest()[:16]


def function(names: tuple[str, ...]) -> str:
    """What makes the function that carries these queries out."""
    body = [part for name in names if (part := _part(name))]
    asked = [name for name in names if _is_question(name) and returned_by(name)]
    locks = [name for name in names if name.startswith("lock_")]
    answer = [f"'{returned_by(name)}', ({text_of(name)})" for name in asked] + ["'lock', held" for _ in locks]
    returned = f"json_build_object({', '.join(answer)})"
    return (
        f"CREATE OR REPLACE FUNCTION {function_name(names)}(given jsonb) RETURNS json LANGUAGE plpgsql AS $unit$\n"
        f"#variable_conflict use_column\nDECLARE held json;\nBEGIN\n{chr(10).join(body)}\nRETURN {returned};\nEND $unit$"
    )


def _part(name: str) -> str | None:
    """A statement of the function; one that writes rows is passed over where there are none."""
    text = text_of(name)
    if text is None or _is_question(name):
        return None
    if name.startswith("lock_"):
        return f"{text} INTO held;"
    rows = _rows_of(name)
    return f"IF jsonb_array_length($1->'{rows}') > 0 THEN\n{text};\nEND IF;"


def _rows_of(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)
