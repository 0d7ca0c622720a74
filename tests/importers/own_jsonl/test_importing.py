"""An export comes into the store tree by tree, each wholly or not at all; what is there already is left or made longer, never changed back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lineage.exporters.jsonl import JsonlExporter
from lineage.importers.own_jsonl import import_jsonl
from lineage.importers.report import FaultKind, FileReport
from lineage.store.records.model import Records
from lineage.store.records.reading import asked_parts
from tests.importers.own_jsonl.files import export_of, rich_tree, write
from tests.running import RunningService, fresh
from tests.store.records import Workspace, events, item, run, tree


class Importing:
    """Imports files into a workspace of its own."""

    def __init__(self, service: RunningService, folder: Path) -> None:
        self.workspace = Workspace(service, fresh("own-jsonl"))
        self._path = folder / "export.jsonl"

    def bring(self, *trees: Records, spoil: Callable[[list[bytes]], list[bytes]] = lambda lines: lines, **given: Any) -> FileReport:
        """What an import of a file with these trees reports."""
        report = FileReport(write(self._path, export_of(*trees), spoil))
        self.runs_told: list[int] = []
        dry_run = given.get("dry_run", False)
        store = None if dry_run else self.workspace.store
        self.workspace.run(import_jsonl(store, self.workspace.name, report.path, report, dry_run, self.runs_told.append))
        return report

    def exported(self) -> bytes:
        async def export() -> bytes:
            parts = await asked_parts(self.workspace.store, self.workspace.name, None)
            return b"".join([chunk async for chunk in JsonlExporter().export(parts)])

        return self.workspace.run(export())


@pytest.fixture
def importing(service: RunningService, tmp_path: Path) -> Importing:
    return Importing(service, tmp_path)


def with_more_items(records: Records, text: str) -> Records:
    """A run that has got one more item."""
    records.runs[0]["set"]["itemCount"] += 1
    records.items.insert(2, item("T 1", 2, text))
    records.threads[0]["lockMade"] += 1
    return records


def kinds(report: FileReport) -> set[FaultKind]:
    return {fault.kind for fault in report.faults}


def test_everything_of_a_file_is_there_afterwards(importing: Importing) -> None:
    report = importing.bring(rich_tree(), tree("U"))
    assert (report.faults, report.threads, report.runs, report.written, report.items) == ([], 3, 5, 5, 10)
    assert importing.runs_told == [3, 2]
    found, given = importing.workspace.read("T"), rich_tree()
    for kind in ("threads", "provider_threads", "runs", "items", "compactions", "transfers", "handoffs", "events"):
        assert getattr(found, kind) == getattr(given, kind), kind


def test_a_dry_run_writes_nothing_and_needs_no_store(importing: Importing) -> None:
    report = importing.bring(tree("T"), dry_run=True)
    assert (report.threads, report.runs, report.written) == (1, 2, 0)
    assert importing.workspace.read("T").threads == []


def test_a_broken_tree_is_left_out_and_the_others_are_written(importing: Importing) -> None:
    report = importing.bring(tree("T"), tree("U"), tree("V"), spoil=lambda lines: [line.replace(b'"U 2/1"', b'""') for line in lines])
    assert kinds(report) == {FaultKind.NOT_READABLE}
    assert [len(importing.workspace.read(root).threads) for root in ("T", "U", "V")] == [1, 0, 1]
    assert report.written == 4


def test_the_same_again_changes_nothing(importing: Importing) -> None:
    importing.bring(rich_tree())
    before = importing.exported()
    report = importing.bring(rich_tree())
    assert (report.faults, report.written, report.items) == ([], 0, 0)
    assert importing.exported() == before


def test_a_longer_version_adds_what_is_new(importing: Importing) -> None:
    importing.bring(tree("T", runs=2))
    report = importing.bring(tree("T", runs=3))
    assert (report.faults, report.written, report.items) == ([], 1, 2)
    once = Importing(importing.workspace._service, importing._path.parent)
    once.bring(tree("T", runs=3))
    assert importing.exported() == once.exported()


def test_items_that_were_appended_are_a_longer_version(importing: Importing) -> None:
    importing.bring(tree("T"))
    report = importing.bring(with_more_items(tree("T"), "more"))
    assert (report.faults, report.written, report.items) == ([], 1, 1)
    assert importing.workspace.read("T").runs[0]["set"]["itemCount"] == 3


@pytest.mark.parametrize(
    ("stored", "given"),
    [(tree("T", runs=3), tree("T", runs=2)), (with_more_items(tree("T"), "more"), tree("T"))],
    ids=["fewer runs", "fewer items"],
)
def test_a_shorter_version_changes_nothing(importing: Importing, stored: Records, given: Records) -> None:
    importing.bring(stored)
    before = importing.workspace.read("T")
    report = importing.bring(given, tree("U"))
    assert kinds(report) == {FaultKind.CONTINUED_ELSEWHERE}
    assert importing.workspace.read("T") == before
    assert importing.workspace.read("U").threads


def test_other_events_are_another_continuation(importing: Importing) -> None:
    importing.bring(tree("T", runs=2))
    other = tree("T", runs=3)
    other.events[5]["set"]["payload"] = '{"n":2}'
    assert kinds(importing.bring(other)) == {FaultKind.CONTINUED_ELSEWHERE}
    assert len(importing.workspace.read("T").runs) == 2


def test_another_item_is_another_continuation(importing: Importing) -> None:
    importing.bring(with_more_items(tree("T"), "one"))
    longer = with_more_items(tree("T", runs=3), "another")
    assert kinds(importing.bring(longer)) == {FaultKind.CONTINUED_ELSEWHERE}
    assert "one" in {row["set"]["text"] for row in importing.workspace.read("T").items}


def test_a_run_of_its_own_in_the_store_is_another_continuation(importing: Importing) -> None:
    importing.bring(tree("T", runs=2))
    own = Records(runs=[run("T own", "T", 3, "T session")], events=events("T", 10)[7:], threads=tree("T", runs=3).threads)
    importing.workspace.write(own)
    assert kinds(importing.bring(tree("T", runs=4))) == {FaultKind.CONTINUED_ELSEWHERE}


def test_an_id_that_is_taken_in_the_store_leaves_the_tree_out(importing: Importing) -> None:
    importing.bring(tree("T"))
    taken = tree("U")
    taken.runs[1]["set"]["id"] = "T 1"
    taken.items = [*taken.items[:2], item("T 1", 0), item("T 1", 1)]
    report = importing.bring(taken)
    assert kinds(report) == {FaultKind.CONTINUED_ELSEWHERE}
    assert importing.workspace.read("U").threads == []


def test_what_a_running_service_recorded_meanwhile_is_never_lost(service: RunningService, tmp_path: Path) -> None:
    importing = Importing(service, tmp_path)
    importing.workspace.name = service.service.settings.workspace
    id = fresh("T")
    service.mutate("createThread", "thread { id }", id=id)

    async def export() -> bytes:
        parts = await asked_parts(importing.workspace.store, importing.workspace.name, id)
        return b"".join([chunk async for chunk in JsonlExporter().export(parts)])

    path = tmp_path / "before.jsonl"
    path.write_bytes(importing.workspace.run(export()))
    service.mutate("startRun", "run { id }", threadId=id, provider="codex", id=f"{id} run")
    report = FileReport(path)
    importing.workspace.run(import_jsonl(importing.workspace.store, importing.workspace.name, path, report, False, lambda _: None))
    assert kinds(report) == {FaultKind.CONTINUED_ELSEWHERE}
    assert len(importing.workspace.read(id).runs) == 1
