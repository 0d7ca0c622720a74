"""An export, imported into an empty workspace and exported again, is the same file; and what was imported is whole."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from lineage.app import Service
from lineage.domain.kinds import HandoffStrategy, ThreadRelationshipKind, TurnItemKind
from lineage.domain.recording.recorded import Compacted, RecordedCheckpoint, RecordedHandoff, RecordedItem, RecordedThread, Spawn
from lineage.exporters.jsonl import JsonlExporter
from lineage.importers.own_jsonl import import_jsonl
from lineage.importers.own_jsonl.importing import ROWS_AT_ONCE
from lineage.importers.report import FileReport
from lineage.service.recording.recording import Recording
from lineage.service.verify import verify
from lineage.settings import Settings
from lineage.store.records.reading import asked_parts
from tests.conformance import conformance
from tests.conformance.test_conformance import CASES
from tests.recording import telling as told
from tests.running import RunningService, fresh, serving
from tests.stateful.campaign import machine_of, run
from tests.stateful.world import world
from tests.store.records import Workspace, tree
from tests.verify.story import record_story

EXAMPLES, STEPS = 3, 25
CASES_PLAYED = 20
"""Every so many of the conformance cases; together they hold all kinds of things."""


async def export(workspace: Workspace, thread_id: str | None = None) -> bytes:
    parts = await asked_parts(workspace.store, workspace.name, thread_id)
    return b"".join([chunk async for chunk in JsonlExporter().export(parts)])


def round_trip(source: Workspace, target: Workspace, folder: Path, thread_id: str | None = None) -> tuple[bytes, bytes, FileReport]:
    """What is exported of the source, what of the target after an import of that, and what the import reported."""
    before = source.run(export(source, thread_id))
    report = FileReport(folder / "export.jsonl")
    report.path.write_bytes(before)
    target.run(import_jsonl(target.store, target.name, report.path, report, False, lambda _: None))
    return before, target.run(export(target)), report


@pytest.fixture(scope="module")
def storied(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("story")}))) as running:
        record_story(running)
        running.mutate("createThread", "thread { id }", id="a tree of its own", title="ünïcödé", metadata={"long": 2**53, "small": 1e-07})
        running.mutate("registerProvider", "provider { kind }", kind="registered", nativeFork=True)
        yield running


def test_the_story(storied: RunningService, tmp_path: Path) -> None:
    source = Workspace(storied, storied.service.settings.workspace)
    target = Workspace(storied, fresh("imported"))
    before, after, report = round_trip(source, target, tmp_path)
    assert after == before
    assert report.faults == []
    assert report.written == report.runs > 30
    assert target.run(verify(target.store, target.name)) == []


def test_one_tree_alone(storied: RunningService, tmp_path: Path) -> None:
    source = Workspace(storied, storied.service.settings.workspace)
    before, after, report = round_trip(source, Workspace(storied, fresh("imported")), tmp_path, "a tree of its own")
    assert after == before
    assert (report.threads, report.runs) == (1, 0)


def test_importing_again_changes_nothing(storied: RunningService, tmp_path: Path) -> None:
    source = Workspace(storied, storied.service.settings.workspace)
    target = Workspace(storied, fresh("imported"))
    round_trip(source, target, tmp_path)
    before, after, report = round_trip(source, target, tmp_path)
    assert after == before
    assert (report.faults, report.written) == ([], 0)


def test_graphs_of_conformance_cases_and_of_random_examples(settings: Settings, tmp_path: Path) -> None:
    with world(settings) as given:
        for case in CASES[::CASES_PLAYED]:
            conformance.Case(conformance.Http(given.service.url, timeout=120), case.values[0]).go()
        run(given, machine_of(given, thorough=False), EXAMPLES, STEPS, derandomize=True)
        source = Workspace(given.service, given.service.service.settings.workspace)
        target = Workspace(given.service, fresh("imported"))
        before, after, report = round_trip(source, target, tmp_path)
        assert after == before
        assert report.faults == []
        assert report.threads > EXAMPLES
        assert target.run(verify(target.store, target.name)) == []


def test_a_graph_that_was_imported_from_other_programs(service: RunningService, tmp_path: Path) -> None:
    source, target = Workspace(service, fresh("recorded")), Workspace(service, fresh("imported"))
    checkpoint = RecordedCheckpoint("k", "abc", {"files": 1})
    back = RecordedHandoff("h", "x", ThreadRelationshipKind.PROVIDER_HANDOFF, ["2"], HandoffStrategy.DELTA_SINCE_TARGET_LAST_SEEN, "so far")
    steps = [
        told.run("1", 0, "s", items=[RecordedItem(TurnItemKind.DECISION, "so be it", {"a": [1]})], place=3),
        told.run("2", 1, "o", checkpoint=checkpoint, spawns=[Spawn("call", "sub", "done")], place=7),
        told.run("3", 2, "s", handoffs=[back], place=9),
        Compacted("s", told.at(3), "in short", 900, 90),
        told.run("4", 4, "s", place=12),
        told.rolled_back("4", 5),
    ]
    threads = [
        told.thread("t", *steps, sessions=[told.session("s"), told.session("o", 1, "claude")], title="a talk", metadata={"folder": "/x"}),
        told.thread("sub", told.run("s1", 1.1), minute=1.05, departure=told.subagent("t", call_id="call")),
        told.thread("waits", told.run("w1", 1), departure=told.fork("nobody")),
    ]
    source.run(_record(service, source.name, threads))
    before, after, report = round_trip(source, target, tmp_path)
    assert after == before
    assert (report.faults, report.threads, report.runs) == ([], 3, 6)
    for name in (b"toldDeparture", b"awaitedParentId", b"spawns", b"place", b"importedDigest", b'"type":"compaction"'):
        assert name in before
    assert target.run(verify(target.store, target.name)) == []


async def _record(service: RunningService, workspace: str, threads: Sequence[RecordedThread]) -> None:
    inner, content = service.service, {thread.id: thread for thread in threads}
    recording = Recording(inner.store, inner.settings, inner.providers, workspace)
    planned = await recording.plan([told.outline(thread) for thread in threads])
    for batch in recording.batches(planned, content.__getitem__, {}):
        await recording.write(batch)


def test_a_tree_with_more_rows_than_are_written_at_once(service: RunningService, tmp_path: Path) -> None:
    source, target = Workspace(service, fresh("large")), Workspace(service, fresh("imported"))
    runs = 2200
    source.write(tree("T", runs=runs, items=1))
    before, after, report = round_trip(source, target, tmp_path)
    assert before.count(b"\n") > ROWS_AT_ONCE
    assert after == before
    assert (report.faults, report.written, report.items) == ([], runs, runs)
