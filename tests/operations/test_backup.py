"""A backup holds all that a workspace does, each tree at one version of it, and a restore gives it back; what is damaged is refused."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lineage.app import Service
from lineage.cli import app
from lineage.errors import BadInput, Conflict
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.operations.conftest import restored, saved
from tests.running import Neo4jAddress, RunningService, fresh, serving

Graphs = Callable[[RunningService], list[str]]
MOST_SENT = 100
"""Commands of one writer at most, so that sending them again does not take long."""


@pytest.fixture(scope="module")
def backup(storied: RunningService, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("backup") / "store.lineage"
    done = saved(storied, file)
    assert (done.workspaces, done.trees > 3) == (1, True)
    return file


def test_what_is_restored_is_the_graph_that_was_saved(storied: RunningService, backup: Path, graphs: Graphs) -> None:
    before = graphs(storied)
    assert len(before) > 200
    storied.mutate("createThread", "thread { id }", id="made after the backup")
    restored(storied, backup, force=True)
    assert graphs(storied) == before
    assert storied.run(verify(storied.service.store, storied.service.settings.workspace)) == []


def test_retries_get_their_first_answers_after_a_restore(storied: RunningService, backup: Path) -> None:
    restored(storied, backup, force=True)
    again = storied.mutate("startRun", "run { id status }", id="other run", threadId="other tree", provider="registered", commandId="start")
    assert again["run"] == {"id": "other run", "status": "PREPARING"}
    assert storied.query('{ run(id: "other run") { status } }')["run"]["status"] == "RUNNING"
    storied.mutate("registerProvider", "provider { kind }", kind="registered", nativeFork=True, commandId="provider")


def test_a_workspace_that_is_not_empty_is_left_alone(storied: RunningService, backup: Path, graphs: Graphs) -> None:
    before = graphs(storied)
    with pytest.raises(Conflict, match="is not empty"):
        restored(storied, backup)
    assert graphs(storied) == before


def test_what_is_damaged_or_cut_is_refused_before_anything_is_written(
    storied: RunningService, backup: Path, graphs: Graphs, tmp_path: Path
) -> None:
    before, data, file = graphs(storied), backup.read_bytes(), tmp_path / "damaged"
    places = [0, 30, len(data) // 3, len(data) // 2, len(data) - 400, len(data) - 3]
    damaged = [data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :] for place in places]
    cut = [data[: int(len(data) * kept)] for kept in (0.0, 0.3, 0.7, 0.999)]
    for content in [*damaged, *cut, data + b"more", b"no backup\n" + data]:
        file.write_bytes(content)
        with pytest.raises(BadInput):
            restored(storied, file, force=True)
    assert graphs(storied) == before


def test_a_part_that_is_left_out_is_missed(storied: RunningService, backup: Path, tmp_path: Path) -> None:
    data = backup.read_bytes()
    first = data.index(b'{"part":2,')
    file = tmp_path / "without"
    file.write_bytes(data[:first] + data[data.index(b'{"part":3,') :])
    with pytest.raises(BadInput, match="part 2 begins"):
        restored(storied, file, force=True)


def test_the_commands_say_what_they_did_and_what_is_in_their_way(
    storied: RunningService, graphs: Graphs, neo4j_address: Neo4jAddress, tmp_path: Path
) -> None:
    environment = {"NEO4J_URI": neo4j_address.uri, "NEO4J_USERNAME": neo4j_address.username, "NEO4J_PASSWORD": neo4j_address.password}
    file = tmp_path / "store.lineage"

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, arguments, env=environment)
        return result.exit_code, result.output

    before = graphs(storied)
    code, said = run("backup", str(file), "--workspace", storied.service.settings.workspace)
    assert (code, f"lineage trees of 1 workspaces are in {file}" in said) == (0, True)
    assert run("backup", str(file)) == (1, f"lineage: {file} is there already: --force writes it anew\n")
    code, said = run("restore", str(file))
    assert (code, "is not empty: expected an empty one, or --force" in said) == (1, True)
    code, said = run("restore", str(file), "--force")
    assert (code, f"of 1 workspaces were restored from {file}" in said) == (0, True)
    assert graphs(storied) == before
    file.write_bytes(file.read_bytes()[:-10])
    code, said = run("restore", str(file), "--force")
    assert (code, "damaged, or cut" in said) == (1, True)
    assert [left.name for left in tmp_path.iterdir()] == ["store.lineage"]


def test_a_backup_under_writers_holds_each_tree_at_one_moment(settings: Settings, tmp_path: Path) -> None:
    """All commands, sent again in their order after the restore: those that it knows are answered alike, the others carried out alike."""
    with serving(Service(settings.model_copy(update={"workspace": fresh("written")}))) as running:
        logs = [_Writer(running, f"T{number}") for number in range(3)]
        threads = [threading.Thread(target=log.write) for log in logs]
        for thread in threads:
            thread.start()
        try:
            for log in logs:
                assert log.began.wait(60)
            saved(running, tmp_path / "busy")
        finally:
            for log in logs:
                log.over.set()
            for thread in threads:
                thread.join(60)
        restored(running, tmp_path / "busy", force=True)
        assert running.run(verify(running.service.store, running.service.settings.workspace)) == []
        for log in logs:
            assert len(log.sent) > 5
            log.send_again()


class _Writer:
    """Sends commands to a tree of its own, with ids and command ids, and keeps what they answered."""

    def __init__(self, running: RunningService, thread: str) -> None:
        self._running = running
        self._thread = thread
        self.began, self.over = threading.Event(), threading.Event()
        self.sent: list[tuple[str, str, dict[str, Any], Any]] = []

    def write(self) -> None:
        self._send("createThread", "thread { id version }", id=self._thread)
        number = 0
        while not self.over.is_set() and len(self.sent) < MOST_SENT:
            number += 1
            run = f"{self._thread}-{number}"
            self._send("startRun", "run { id ordinal }", id=run, threadId=self._thread, provider=("codex", "claude")[number % 2])
            self._send("beginRun", "run { status }", runId=run, nativeThreadRef=f"session {run}")
            self._send("appendItems", "items { id }", runId=run, items=[{"id": f"item of {run}", "kind": "DECISION", "text": "so"}])
            self._send("finishRun", "run { status checkpoint { id } }", runId=run, checkpoint={"id": f"checkpoint of {run}"})
            if number % 3 == 0:
                self._send("forkThread", "thread { id version }", id=f"fork at {run}", sourceThreadId=self._thread, runId=run)
            self.began.set()

    def _send(self, operation: str, selection: str, **given: Any) -> None:
        given["commandId"] = f"{self._thread} {len(self.sent)}"
        self.sent.append((operation, selection, given, self._running.mutate(operation, selection, **given)))

    def send_again(self) -> None:
        for operation, selection, given, answer in self.sent:
            assert self._running.mutate(operation, selection, **given) == answer, (operation, given)
