"""The same command sent many times at the same moment is carried out once, and answered alike each time (design 8)."""

from typing import Any

import pytest

from tests.fire.writers import Writer, at_once
from tests.running import RunningService, fresh

ROUNDS = 3


def carried_out_once(writers: list[Writer], operation: str, selection: str, **given: Any) -> Any:
    """The one answer that all get who send a command at the same moment."""
    answers = at_once(writers, lambda _, writer: writer.send(operation, selection, **given))
    assert [code for _, code in answers] == [None] * len(writers)
    payloads = [payload for payload, _ in answers]
    assert payloads == [payloads[0]] * len(writers)
    return payloads[0]


def test_one_run_is_started(busy: RunningService, writers: list[Writer]) -> None:
    thread = fresh("thread")
    busy.mutate("createThread", "thread { id }", id=thread)
    selection = "run { id ordinal createdAt } providerThread { id }"
    answer = carried_out_once(writers, "startRun", selection, threadId=thread, provider="codex", commandId=fresh("start"))
    text = "query ($id: ID!) { thread(id: $id) { version runs { edges { node { id } } } providerThreads { id } } }"
    found = busy.query(text, id=thread)["thread"]
    assert found == {
        "version": 2,
        "runs": {"edges": [{"node": {"id": answer["run"]["id"]}}]},
        "providerThreads": [answer["providerThread"]],
    }


@pytest.mark.parametrize("with_id", [False, True], ids=["an id of the service's", "an id of the caller's"])
def test_one_thread_is_made_though_nothing_is_there_to_lock(busy: RunningService, writers: list[Writer], with_id: bool) -> None:
    for _ in range(ROUNDS):
        title = fresh("only once")
        given = {"id": fresh("thread")} if with_id else {}
        answer = carried_out_once(writers, "createThread", "thread { id title createdAt }", title=title, commandId=fresh("create"), **given)
        found = busy.query("query ($title: String!) { threads(titleContains: $title) { edges { node { id } } } }", title=title)["threads"]
        assert found == {"edges": [{"node": {"id": answer["thread"]["id"]}}]}


def test_one_fork_and_one_transfer_are_made(busy: RunningService, writers: list[Writer]) -> None:
    thread, run = fresh("thread"), fresh("run")
    busy.mutate("createThread", "thread { id }", id=thread)
    busy.mutate("startRun", "run { id }", id=run, threadId=thread, provider="codex")
    busy.mutate("beginRun", "run { id }", runId=run)
    busy.mutate("finishRun", "run { id }", runId=run)
    given = {"sourceThreadId": thread, "runId": run, "commandId": fresh("fork")}
    answer = carried_out_once(writers, "forkThread", "thread { id } transfer { id }", **given)
    found = busy.query("query ($id: ID!) { thread(id: $id) { children { id transfers { id } } } }", id=thread)["thread"]
    assert found == {"children": [{**answer["thread"], "transfers": [answer["transfer"]]}]}


def test_of_two_trees_one_takes_the_command_id(busy: RunningService, writers: list[Writer]) -> None:
    for _ in range(ROUNDS):
        threads, command = [fresh("tree"), fresh("tree")], fresh("start")
        for thread in threads:
            busy.mutate("createThread", "thread { id }", id=thread)

        def start(number: int, writer: Writer, threads: list[str] = threads, command: str = command) -> tuple[Any, str | None]:
            return writer.send("startRun", "run { id threadId }", threadId=threads[number % 2], provider="codex", commandId=command)

        answers = at_once(writers, start)
        won = {payload["run"]["threadId"] for payload, _ in answers if payload is not None}
        assert len(won) == 1
        assert [code for _, code in answers] == [None if threads[number % 2] in won else "CONFLICT" for number in range(len(writers))]
        assert len({payload["run"]["id"] for payload, _ in answers if payload is not None}) == 1
        text = "query ($id: ID!) { thread(id: $id) { version } }"
        versions = {thread: busy.query(text, id=thread)["thread"]["version"] for thread in threads}
        assert versions == {thread: 2 if thread in won else 1 for thread in threads}


def test_of_two_inputs_without_a_lock_one_takes_the_command_id(writers: list[Writer]) -> None:
    for _ in range(ROUNDS):
        titles, command = [fresh("title"), fresh("title")], fresh("create")

        def create(number: int, writer: Writer, titles: list[str] = titles, command: str = command) -> tuple[Any, str | None]:
            return writer.send("createThread", "thread { id title }", title=titles[number % 2], commandId=command)

        answers = at_once(writers, create)
        won = {payload["thread"]["title"] for payload, _ in answers if payload is not None}
        assert len(won) == 1
        assert [code for _, code in answers] == [None if titles[number % 2] in won else "CONFLICT" for number in range(len(writers))]
        assert len({payload["thread"]["id"] for payload, _ in answers if payload is not None}) == 1
