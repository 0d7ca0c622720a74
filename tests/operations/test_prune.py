"""Trees in which nothing was active go as a whole, and nothing that comes late brings them back."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lineage.app import Service
from lineage.cli import app
from lineage.service.pruning import prune_tree
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.api.graph import Graph
from tests.operations.conftest import restored, saved
from tests.running import Neo4jAddress, Refused, RunningService, fresh, serving

Prune = Callable[..., Any]


@pytest.fixture(scope="module")
def kept(settings: Settings) -> Iterator[RunningService]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("kept")}))) as running:
        yield running


@pytest.fixture
def prune(kept: RunningService, neo4j_address: Neo4jAddress) -> Prune:
    address = {"NEO4J_URI": neo4j_address.uri, "NEO4J_USERNAME": neo4j_address.username, "NEO4J_PASSWORD": neo4j_address.password}
    environment = {**address, "LINEAGE_WORKSPACE": kept.service.settings.workspace}
    return lambda *options: CliRunner().invoke(app, ["prune", *options], env=environment)


def old(running: RunningService, id: str, **more: Any) -> dict[str, Any]:
    """A tree of two threads of years ago."""
    run = {
        "id": f"{id}-run",
        "providerThreadId": f"{id}-session",
        "startedAt": "2020-01-01T00:00:00Z",
        "finishedAt": "2020-01-01T00:01:00Z",
    }
    told = {"id": id, "title": f"an old talk {id}", "providerThreads": [{"id": f"{id}-session", "provider": "codex"}], "runs": [run]}
    parent = {"threadId": id, "relationship": "FORK", "runId": f"{id}-run"}
    forked = {**run, "id": f"{id}-fork-run", "providerThreadId": f"{id}-fork-session", "startedAt": "2020-01-02T00:00:00Z"}
    forked |= {"finishedAt": "2020-01-02T00:01:00Z"}
    fork = {"id": f"{id}-fork", "parent": parent, "providerThreads": [{"id": f"{id}-fork-session", "provider": "codex"}], "runs": [forked]}
    running.mutate("recordHistory", "recordedRuns", threads=[told, fork], **more)
    return told


def ids_of(running: RunningService) -> set[str]:
    return {edge["node"]["id"] for edge in running.query("{ threads { edges { node { id } } } }")["threads"]["edges"]}


def test_a_dry_run_lists_and_deletes_nothing(kept: RunningService, prune: Prune) -> None:
    old(kept, "listed")
    kept.mutate("createThread", "thread { id }", id="new")
    result = prune("--older-than", "90d")
    assert result.exit_code == 0
    assert "listed 'an old talk listed': 2 threads, 2 runs, last active 2020-01-02T00:01:00Z" in result.stdout
    assert "would be deleted: --yes does it" in result.stdout
    assert "new" not in result.stdout.split()
    assert {"listed", "listed-fork", "new"} <= ids_of(kept)


@pytest.mark.parametrize("age", ["90", "0d", "d", "-1d", "1y"])
def test_an_age_that_is_none_is_refused(prune: Prune, age: str) -> None:
    result = prune("--older-than", age, "--yes")
    assert (result.exit_code, result.stdout) == (1, "")


LATE: list[tuple[str, dict[str, Any]]] = [
    ("createThread", {"id": "late"}),
    ("createThread", {"id": "late-fork"}),
    ("startRun", {"threadId": "late", "provider": "codex"}),
    ("startRun", {"threadId": "late-fork", "provider": "codex", "id": "x"}),
    ("beginRun", {"runId": "late-run"}),
    ("appendItems", {"runId": "late-run", "items": [{"kind": "DECISION", "text": "late"}]}),
    ("forkThread", {"sourceThreadId": "late", "runId": "late-run"}),
    ("mergeBack", {"forkThreadId": "late-fork"}),
    ("rollbackThread", {"threadId": "late", "toOrdinal": 0}),
    ("recordCompaction", {"providerThreadId": "late-session"}),
    ("redactThread", {"threadId": "late"}),
]


def test_what_comes_late_is_told_that_it_is_gone(kept: RunningService, prune: Prune, neo4j_address: Neo4jAddress) -> None:
    told = old(kept, "late")
    kept.mutate("createThread", "thread { id }", id="untouched", commandId="untouched")
    result = prune("--older-than", "90d", "--yes")
    assert result.exit_code == 0
    assert "were deleted" in result.stdout
    assert "untouched" in ids_of(kept)
    with Graph(neo4j_address, kept.service.settings.workspace) as graph:
        before = graph.content()
        assert not [line for line in before if "'late" in line and not line.startswith("Tombstone")]
        for operation, given in LATE:
            with pytest.raises(Refused) as refused:
                kept.mutate(operation, "__typename", **given)
            assert refused.value.code == "GONE", operation
        with pytest.raises(Refused) as refused:
            kept.mutate("recordHistory", "recordedRuns", threads=[told])
        assert refused.value.code == "GONE"
        with pytest.raises(Refused) as refused:
            kept.mutate("startRun", "run { id }", threadId="never was", provider="codex")
        assert refused.value.code == "NOT_FOUND"
        assert graph.content() == before
    assert kept.run(verify(kept.service.store, kept.service.settings.workspace)) == []


def test_imports_do_not_bring_back_what_was_pruned(kept: RunningService, prune: Prune, neo4j_address: Neo4jAddress, tmp_path: Path) -> None:
    old(kept, "exported")
    address = {"NEO4J_URI": neo4j_address.uri, "NEO4J_USERNAME": neo4j_address.username, "NEO4J_PASSWORD": neo4j_address.password}
    environment = {**address, "LINEAGE_WORKSPACE": kept.service.settings.workspace}
    file = tmp_path / "tree.jsonl"
    assert CliRunner().invoke(app, ["export", "exported", "-o", str(file)], env=environment).exit_code == 0
    prune("--older-than", "90d", "--yes")
    result = CliRunner().invoke(app, ["import", str(file)], env=environment)
    assert "was pruned" in result.stdout
    assert not {"exported", "exported-fork"} & ids_of(kept)


@pytest.mark.parametrize(
    ("operation", "given"),
    [
        ("startRun", {"threadId": "used-fork", "provider": "codex"}),
        ("appendItems", {"runId": "used-run", "items": [{"kind": "DECISION", "text": "still"}]}),
        ("mergeBack", {"forkThreadId": "used-fork"}),
        ("recordCompaction", {"providerThreadId": "used-session"}),
    ],
)
def test_a_tree_in_which_anything_was_active_stays(kept: RunningService, prune: Prune, operation: str, given: dict[str, Any]) -> None:
    name = f"used-by-{operation}"
    old(kept, name)
    given = {key: value.replace("used", name) if isinstance(value, str) else value for key, value in given.items()}
    try:
        kept.mutate(operation, "__typename", **given)
    except Refused as refused:
        assert refused.code == "UNSTABLE_SOURCE"
        kept.mutate("captureCheckpoint", "__typename", runId=f"{name}-fork-run")
    prune("--older-than", "90d", "--yes")
    assert {name, f"{name}-fork"} <= ids_of(kept)


def test_a_tree_that_became_active_after_it_was_listed_stays(kept: RunningService) -> None:
    old(kept, "woken")
    before = datetime.now(UTC) - timedelta(days=90)
    kept.mutate("appendItems", "__typename", runId="woken-run", items=[{"kind": "DECISION", "text": "still here"}])
    assert kept.run(prune_tree(kept.service.store, kept.service.settings.workspace, "woken", before)) is False
    assert "woken" in ids_of(kept)


def test_tombstones_are_in_backups(settings: Settings, tmp_path: Path) -> None:
    with serving(Service(settings.model_copy(update={"workspace": fresh("pruned")}))) as running:
        old(running, "gone")
        store, workspace = running.service.store, running.service.settings.workspace
        assert running.run(prune_tree(store, workspace, "gone", datetime.now(UTC)))
        saved(running, tmp_path / "backup")
        running.mutate("createThread", "thread { id }", id="other")
        restored(running, tmp_path / "backup", force=True)
        assert ids_of(running) == set()
        with pytest.raises(Refused) as refused:
            running.mutate("createThread", "thread { id }", id="gone")
        assert refused.value.code == "GONE"
