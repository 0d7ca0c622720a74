"""What is wrong with an export is told by its lines, and a tree with anything wrong is left out as a whole, while others are not."""

import copy
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from lineage.importers.own_jsonl import recognizes
from lineage.importers.report import FaultKind
from tests.importers.own_jsonl.files import Read, export_of, first_line, rich_tree, tree_lines, write
from tests.store.records import tree

Lines = list[dict[str, Any]]


def of_type(content: Lines, type: str, place: int = 0) -> dict[str, Any]:
    return [line for line in content if line["type"] == type][place]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "export.jsonl"


def test_a_whole_export_has_no_faults(file: Path) -> None:
    read = Read(write(file, export_of(rich_tree(), tree("U"))))
    assert (read.roots, read.told()) == (["T", "U"], {})
    assert (read.report.threads, read.report.runs) == (3, 5)


@pytest.mark.parametrize("pack", [(".gz", gzip.compress), (".zst", zstandard.compress)], ids=["gz", "zst"])
def test_a_packed_export_is_read(tmp_path: Path, pack: tuple[str, Callable[[bytes], bytes]]) -> None:
    suffix, packed = pack
    plain = write(tmp_path / "export.jsonl", export_of(tree("T")))
    path = tmp_path / f"export.jsonl{suffix}"
    path.write_bytes(packed(plain.read_bytes()))
    assert Read(path).roots == ["T"]
    path.write_bytes(path.read_bytes()[:-20])
    assert Read(path).kinds & {FaultKind.NOT_READABLE, FaultKind.CUT_LINE}


@pytest.mark.parametrize(
    ("head", "known"),
    [
        (b'{"type":"lineage","format":1}\n{"x', True),
        (b'{"format": 2, "type": "lineage"}', True),
        (b'{"type":"session_meta","format":1}\n', False),
        (b'{"type":"lineage"}\n', False),
        (b'["lineage"]\n', False),
        (b"\xff\x00", False),
        (b"", False),
    ],
)
def test_it_is_recognized_by_its_first_line(head: bytes, known: bool) -> None:
    assert recognizes(Path("any"), head) == known


def test_a_newer_format_is_not_read(file: Path) -> None:
    content = export_of(tree("T"))
    content[0]["format"] = 2
    read = Read(write(file, content))
    assert (read.roots, read.kinds) == ([], {FaultKind.UNKNOWN_FORMAT})
    assert "2" in read.report.faults[0].about


def without(name: str) -> Callable[[Lines], None]:
    def take(content: Lines) -> None:
        del of_type(content, "run")["properties"][name]

    return take


def changed(type: str, place: int, where: str, value: Any) -> Callable[[Lines], None]:
    """A property, or a link for a name with a dot before it, gets another value."""

    def change(content: Lines) -> None:
        line = of_type(content, type, place)
        if where.startswith("."):
            line[where[1:]] = value
        else:
            line["properties"][where] = value

    return change


BROKEN = {
    "a property is missing": without("ordinal"),
    "a property is of another type": changed("run", 0, "ordinal", "1"),
    "a number is a truth value": changed("run", 0, "itemCount", True),
    "a number is negative": changed("run", 0, "begunVersion", -1),
    "a number is too large": changed("run", 0, "begunVersion", 2**63),
    "a time has no offset": changed("run", 0, "createdAt", "2026-01-01T00:00:00"),
    "a time is none": changed("thread", 1, "updatedAt", "yesterday"),
    "a word is not known": changed("run", 0, "status", "DONE"),
    "a word is a list": changed("run", 0, "status", []),
    "an id is empty": changed("item", 0, "id", ""),
    "an id is too long": changed("item", 0, "id", "x" * 257),
    "JSON is null": changed("event", 0, "payload", None),
    "a property is not known": changed("item", 0, "workspace", "another"),
    "the properties are a list": changed("item", 0, ".properties", []),
    "a link is missing": lambda content: of_type(content, "run").pop("turns"),
    "a link is not known": changed("run", 0, ".stranger", 1),
    "a range goes backwards": changed("handoff", 0, ".covers", [["T", 2, 1]]),
    "a range is none": changed("transfer", 0, ".carries", [["T", 1]]),
    "turns are numbers": changed("run", 0, ".turns", [1]),
    "a checkpoint is broken": changed("run", 2, ".checkpoint", {"id": "K"}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_row_that_is_broken_leaves_its_tree_out(file: Path, name: str) -> None:
    content = export_of(tree("A"), rich_tree(), tree("Z"))
    before = copy.deepcopy(content)
    BROKEN[name](content[len(tree_lines(tree("A"))) + 1 :])
    (place,) = [place for place, (line, whole) in enumerate(zip(content, before, strict=True), 1) if line != whole]
    read = Read(write(file, content))
    assert read.roots == ["A", "Z"]
    assert read.report.faults[0].kind is FaultKind.NOT_READABLE
    assert read.report.faults[0].places == [place]
    assert any("'T'" in about for about in read.told())


NOWHERE = {
    "a parent": changed("thread", 1, ".parentId", "nothing"),
    "a source run": changed("thread", 1, ".sourceRunId", "nothing"),
    "another root": changed("thread", 1, "rootId", "nothing"),
    "the thread of a provider thread": changed("providerThread", 0, ".threadId", "nothing"),
    "the origin of a fork": changed("providerThread", 1, ".forkOf", "nothing"),
    "what was adopted": changed("providerThread", 1, ".adopts", "nothing"),
    "what was taken along": changed("providerThread", 1, ".inherits", [["nothing", 1, 1]]),
    "runs that were not there to take along": changed("providerThread", 1, ".inherits", [["T", 1, 4]]),
    "the thread of a run": changed("run", 0, "threadId", "nothing"),
    "the provider thread of a run": changed("run", 0, ".providerThreadId", "nothing"),
    "the provider thread of another thread": changed("run", 0, ".providerThreadId", "F session"),
    "the run that is continued": changed("run", 1, ".continues", "nothing"),
    "the run of an item": changed("item", 0, "runId", "nothing"),
    "the run of a compaction": changed("compaction", 0, ".runId", "nothing"),
    "the thread of an event": changed("event", 0, "threadId", "nothing"),
    "the source of a transfer": changed("transfer", 0, ".sourceThreadId", "nothing"),
    "what is carried": changed("transfer", 0, ".carries", [["T", 2, 9]]),
    "the transfer of a handoff": changed("handoff", 0, ".transferId", "nothing"),
    "the consumer of a handoff": changed("handoff", 1, ".runId", "nothing"),
    "the place of a handoff": changed("handoff", 1, ".position", None),
    "what is superseded": changed("handoff", 1, ".supersedes", "nothing"),
    "what is covered": changed("handoff", 1, ".covers", [["nothing", 1, 1]]),
    "the ordinal before": changed("run", 1, "ordinal", 3),
    "the item before": changed("item", 1, "index", 2),
    "the event before": changed("event", 1, "version", 3),
    "an item that the run counts": changed("run", 0, "itemCount", 3),
    "a version without an event": changed("thread", 0, "version", 11),
    "a source version of no fork": changed("thread", 0, ".sourceVersion", 1),
    "a root without its lock": changed("thread", 0, ".lockMade", None),
}


@pytest.mark.parametrize("name", NOWHERE)
def test_a_link_that_leads_nowhere_leaves_its_tree_out(file: Path, name: str) -> None:
    content = export_of(tree("A"), rich_tree(), tree("Z"))
    NOWHERE[name](content[len(tree_lines(tree("A"))) + 1 :])
    read = Read(write(file, content))
    assert read.roots == ["A", "Z"]
    assert FaultKind.DANGLING_PARENT in read.kinds


@pytest.mark.parametrize(("type", "first", "second"), [("run", 0, 1), ("providerThread", 0, 1), ("handoff", 0, 1), ("thread", 0, 1)])
def test_an_id_that_is_there_twice_leaves_its_tree_out(file: Path, type: str, first: int, second: int) -> None:
    content = export_of(rich_tree())
    of_type(content, type, second)["properties"]["id"] = of_type(content, type, first)["properties"]["id"]
    read = Read(write(file, content))
    assert read.roots == []
    assert FaultKind.REPEATED_ID in read.kinds


def test_a_line_of_an_unknown_type_leaves_its_tree_out(file: Path) -> None:
    content = export_of(tree("A"), tree("T"))
    of_type(content, "event")["type"] = "occasion"
    read = Read(write(file, content))
    assert read.roots == ["T"]
    assert FaultKind.UNKNOWN_TYPE in read.kinds


@pytest.mark.parametrize("place", range(2, len(tree_lines(tree("T"))) + 1))
def test_a_line_that_is_missing_leaves_its_tree_out(file: Path, place: int) -> None:
    content = export_of(tree("T"), tree("U"))
    del content[place - 1]
    read = Read(write(file, content))
    assert read.roots == ["U"]
    assert read.report.faults


def test_a_line_that_is_no_json_leaves_its_tree_out_and_blank_ones_do_nothing(file: Path) -> None:
    content = export_of(tree("T"), tree("U"))
    read = Read(write(file, content, lambda lines: [*lines[:3], b'{"type": "ru\n', b"\n", *lines[3:]]))
    assert read.roots == ["U"]
    assert read.told()["a line that is no JSON object with a type"] == [4]
    assert Read(write(file, content, lambda lines: [line + b"\r\n" for line in lines])).told() == {}


def test_a_file_that_is_cut_anywhere_gives_the_trees_before_and_says_so(file: Path) -> None:
    content = export_of(tree("T", runs=1), tree("U", runs=1))
    whole = write(file, content).read_bytes()
    end_of_first = whole.index(b'"rootId": "T", "rows"') + len(b'"rootId": "T", "rows": 8}\n')
    for size in range(len(whole) - 2, len(b'{"type": "lineage", "format": 1}'), -7):
        file.write_bytes(whole[:size])
        read = Read(file)
        assert FaultKind.CUT_LINE in read.kinds, size
        assert (
            read.roots == ["T", "U"] if size > whole.index(b'{"type": "end"') else read.roots == (["T"] if size >= end_of_first - 1 else [])
        )


def test_the_lines_of_a_tree_whose_root_is_missing_are_told(file: Path) -> None:
    content = export_of(tree("T", runs=1), tree("U"))
    del content[1]
    read = Read(write(file, content))
    assert read.roots == ["U"]
    assert read.told()["a run outside of a tree, whose root's line is broken or missing"] == [3]


def test_a_tree_that_begins_before_the_last_one_ended_is_read_and_the_last_is_not(file: Path) -> None:
    content = [first_line(), *tree_lines(tree("T"))[:-1], *tree_lines(tree("U")), {"type": "end", "trees": 2}]
    read = Read(write(file, content))
    assert read.roots == ["U"]
    assert FaultKind.NOT_READABLE in read.kinds


def test_lines_after_the_end_are_told(file: Path) -> None:
    read = Read(write(file, [*export_of(tree("T")), *tree_lines(tree("U"))]))
    assert read.roots == ["T"]
    assert "a line after the one that ends the file" in read.told()


def provider(kind: str, **other: Any) -> dict[str, Any]:
    names = ("nativeFork", "nativeRollback", "nativeRevert", "acceptsHandoff", "resumeAcrossModels", "resumeAcrossRuntimeModes")
    profile = {**dict.fromkeys(names, True), "kind": kind, "handoffDelivery": "PREAMBLE", "maxHandoffChars": 9}
    return {"type": "provider", "properties": {**profile, **other}}


def test_a_provider_that_is_broken_is_left_out_alone(file: Path) -> None:
    content = export_of(tree("T"))
    content[1:1] = [provider("a"), provider("b", nativeFork=1)]
    read = Read(write(file, content))
    assert (read.providers, read.roots) == (["a"], ["T"])
    assert len(read.report.faults) == 1


def test_a_provider_within_a_tree_leaves_the_tree_out(file: Path) -> None:
    content = export_of(tree("T"), tree("U"))
    content.insert(4, provider("a"))
    read = Read(write(file, content))
    assert (read.providers, read.roots) == (["a"], ["U"])
    assert read.told()["a provider within a tree"] == [5]
