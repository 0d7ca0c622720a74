"""The formats that can be imported, and how a file's is found out."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from lineage.importers import own_jsonl
from lineage.importers.reading import DAMAGED, Reader, head_of

PACKAGES: Mapping[str, str] = {
    "t3code": "lineage.importers.t3code",
    "codex": "lineage.importers.codex_rollouts",
    "claude-code": "lineage.importers.claude_code",
    "opencode": "lineage.importers.opencode_database",
    "langgraph": "lineage.importers.langgraph",
    "otel": "lineage.importers.opentelemetry",
}
"""The package of each format that a reader reads."""
JSONL = "jsonl"
"""The project's own format: it has the facts of the graph themselves."""
FORMATS = (*PACKAGES, JSONL)
"""All formats, in the order in which they are tried."""


def reader_of(format: str) -> Reader:
    """The reader of a format. KeyError for one that there is not, or for jsonl, which has none."""
    reader: Reader = import_module(PACKAGES[format]).READER
    return reader


def format_of(path: Path) -> str | None:
    """The format of a file by its content; None when it is of none, or cannot be read."""
    try:
        head = head_of(path)
    except DAMAGED:
        return None
    if not head:
        return None
    if own_jsonl.recognizes(path, head):
        return JSONL
    return next((name for name in PACKAGES if reader_of(name).recognizes(path, head)), None)
