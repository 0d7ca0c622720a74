"""What a first user meets is planned before it is asked for: planning a statement takes its time in a cold server."""

from collections.abc import Iterable
from typing import Any

import pytest

from lineage.app import Service
from lineage.service.usual import usual_statements
from lineage.settings import Settings
from lineage.store.store import Store, Transaction
from lineage.store.warming import Usual
from tests.api.recorder import Recorder
from tests.running import RunningService, serving


def test_usual_commands_send_only_statements_that_are_planned_ahead(service: RunningService, monkeypatch: Any) -> None:
    sent: list[tuple[str, ...]] = []
    run = Transaction.run

    async def noted(transaction: Transaction, *names: str, **parameters: Any) -> Any:
        if transaction.workspace:
            sent.append(names)
        return await run(transaction, *names, **parameters)

    monkeypatch.setattr(Transaction, "run", noted)
    recorder = Recorder(service)
    thread = recorder.thread()
    first = recorder.running(thread)
    recorder.append(first, "a goal")
    recorder.finish(first)
    recorder.run(thread)
    service.mutate("rollbackThread", "thread { id }", threadId=thread, toOrdinal=1)
    recorder.run(thread, "claude", checkpoint=False)
    recorder.fork(thread, first)
    assert len(sent) > 20
    assert set(sent) <= {usual.queries for usual in usual_statements()}


def test_appending_nothing_writes_nothing(service: RunningService) -> None:
    recorder = Recorder(service)
    run = recorder.running(recorder.thread())
    assert service.mutate("appendItems", "items { id }", runId=run, items=[]) == {"items": []}


@pytest.mark.parametrize("ahead", [True, False])
def test_statements_are_planned_after_a_start_where_that_is_wanted(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, ahead: bool
) -> None:
    planned: list[tuple[str, ...]] = []

    async def noted(_: Store, statements: Iterable[Usual]) -> None:
        planned.extend(usual.queries for usual in statements)

    monkeypatch.setattr("lineage.app.warm", noted)
    with serving(Service(settings.model_copy(update={"plan_ahead": ahead}))) as running:
        assert running.query("{ providers { kind } }")
    assert planned == ([usual.queries for usual in usual_statements()] if ahead else [])
