"""Rollout files are told by their first lines, and from other files of JSON lines."""

from pathlib import Path

import pytest

from lineage.importers.codex_rollouts import READER
from lineage.importers.reading import HEAD_BYTES, head_of
from tests.importers.codex_rollouts.rollouts import FOLDER
from tests.importers.opened import DATA

OWN = sorted(path for path in FOLDER.rglob("*") if path.is_file())
OTHERS = sorted(path for path in DATA.rglob("*.jsonl") if FOLDER not in path.parents)


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(FOLDER)))
def test_rollout_files_are_recognized_whatever_their_names(path: Path) -> None:
    assert READER.recognizes(path, head_of(path))
    assert READER.recognizes(Path("renamed.txt"), head_of(path))


def test_files_of_other_formats_are_not() -> None:
    assert OTHERS
    assert [path for path in OTHERS if READER.recognizes(path, head_of(path))] == []


@pytest.mark.parametrize(
    "head", [b"", b"\n", b"{}", b"[]", b"null", b'{"id":"x","timestamp":"2026-01-01"}', b'{"type":"session_meta"}', b"\xff\xfe"]
)
def test_heads_that_say_too_little_are_not(head: bytes) -> None:
    assert not READER.recognizes(Path("some.jsonl"), head)


def test_a_head_that_ends_within_its_first_line_is_recognized() -> None:
    line = b'{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"base_instructions":"' + b"x" * HEAD_BYTES
    assert READER.recognizes(Path("some.jsonl"), line[:HEAD_BYTES])
