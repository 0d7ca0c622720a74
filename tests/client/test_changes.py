"""The client's iterators of changes: against a service, and against connections that break."""

import asyncio
import json
from contextlib import aclosing
from typing import Any

import pytest

from lineage.client import LineageClient, Refused, UnexpectedAnswer, Unreachable
from lineage.client.event_stream import Event, events
from lineage.client.inputs import ThreadVersionInput
from tests.client.loopback import BROKEN, answer, closed_port, loopback, refusal
from tests.running import fresh

AT = "2026-01-02T03:04:05+00:00"


def change(version: int, up_to_date: bool = False) -> dict[str, Any]:
    kind = None if up_to_date else "run.started"
    told = {"threadId": "T", "version": version, "type": kind, "at": None if up_to_date else AT, "payload": None}
    return {**told, "command": None, "actor": None, "upToDate": up_to_date}


def stream(*results: Any, end: str = "event: complete\r\ndata: \r\n\r\n") -> bytes:
    """A stream of events that ends its connection: changes of a thread, or whole results."""
    told = [result if "errors" in result or "data" in result else {"data": {"threadChanged": result}} for result in results]
    body = "".join(f"event: next\r\ndata: {json.dumps(result)}\r\n\r\n: ping\r\n\r\n" for result in told) + end
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


def error(code: str) -> dict[str, Any]:
    return {"data": None, "errors": [{"message": "no", "extensions": {"code": code}}]}


async def taken(client: LineageClient, count: int, after: int | None = 0) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    async with aclosing(client.thread_changes("T", after_version=after)) as changes:
        async for told in changes:
            found.append((told.version, told.up_to_date))
            if len(found) == count:
                break
    return found


async def test_a_threads_changes_are_told(client: LineageClient) -> None:
    thread = (await client.create_thread(id=fresh("T"))).thread
    async with aclosing(client.thread_changes(thread.id, after_version=0)) as changes:
        first = await anext(changes)
        assert (first.thread_id, first.version, first.type, first.at, first.up_to_date) == (
            thread.id,
            1,
            "thread.created",
            thread.created_at,
            False,
        )
        assert (await anext(changes)).up_to_date
        await client.start_run(thread_id=thread.id, provider="codex")
        assert (await anext(changes)).type == "run.started"


async def test_a_trees_changes_are_told(client: LineageClient) -> None:
    root = (await client.create_thread(id=fresh("T"))).thread
    async with aclosing(client.tree_changes(root.id)) as changes:
        marker = await anext(changes)
        assert marker.up_to_date and marker.versions is not None
        assert [(told.thread_id, told.version) for told in marker.versions] == [(root.id, 1)]
        await client.start_run(thread_id=root.id, provider="codex")
        told = await anext(changes)
        assert (told.root_thread_id, told.thread_id, told.version) == (root.id, root.id, 2)
    seen = [ThreadVersionInput(thread_id=root.id, version=1)]
    async with aclosing(client.tree_changes(root.id, after_versions=seen)) as changes:
        assert (await anext(changes)).version == 2


async def test_what_the_service_refuses_is_told(client: LineageClient) -> None:
    with pytest.raises(Refused, match="NOT_FOUND"):
        await anext(client.thread_changes(fresh("nothing")))


async def test_a_connection_that_broke_is_taken_up_from_the_last_version() -> None:
    answers = (
        stream(change(1), change(2)),
        BROKEN,
        stream(change(3), change(3, up_to_date=True), end=""),
        stream(error("TOO_SLOW")),
        stream(change(4)),
    )
    async with loopback(*answers) as server, LineageClient(server.url) as client:
        assert await taken(client, 5) == [(1, False), (2, False), (3, False), (3, True), (4, False)]
        assert [body["variables"].get("afterVersion") for body in server.bodies] == [0, 2, 2, 3, 3]
        assert all(headers["accept"] == "text/event-stream" for headers in server.headers)


@pytest.mark.parametrize("code", ["UNAVAILABLE", "TIMEOUT", "TOO_SLOW"])
async def test_one_that_is_sent_away_comes_back(code: str) -> None:
    async with loopback(refusal(code, "later"), stream(change(7, up_to_date=True))) as server, LineageClient(server.url) as client:
        assert await taken(client, 1, after=None) == [(7, True)]
        assert [body["variables"] for body in server.bodies] == [{"threadId": "T"}] * 2


async def test_a_tree_is_taken_up_from_the_last_versions() -> None:
    def told(thread_id: str, version: int) -> Any:
        return {"data": {"treeChanged": {**change(version), "rootThreadId": "T", "threadId": thread_id, "versions": None}}}

    versions = [{"threadId": "T", "version": 3}, {"threadId": "F", "version": 1}]
    marker = {**change(0, up_to_date=True), "rootThreadId": "T", "threadId": None, "version": None, "versions": versions}
    answers = (stream({"data": {"treeChanged": marker}}, told("F", 2), told("G", 1)), stream(told("G", 2)))
    async with loopback(*answers) as server, LineageClient(server.url) as client:
        async with aclosing(client.tree_changes("T")) as changes:
            found = [(await anext(changes)).version for _ in range(4)]
        assert found == [None, 2, 1, 2]
        again = server.bodies[1]["variables"]["afterVersions"]
    assert {pair["threadId"]: pair["version"] for pair in again} == {"T": 3, "F": 2, "G": 1}


async def test_a_service_that_was_never_there_is_unreachable() -> None:
    async with LineageClient(f"http://127.0.0.1:{closed_port()}/graphql", repeats=1) as client:
        with pytest.raises(Unreachable):
            await anext(client.thread_changes("T"))


@pytest.mark.parametrize(
    "given",
    [answer("<h1>Welcome</h1>"), answer({"data": {"threadChanged": change(1)}}), stream({"data": {"other": 1}}), stream({"errors": ["?"]})],
)
async def test_an_answer_that_is_no_change_is_told(given: bytes) -> None:
    async with loopback(given) as server, LineageClient(server.url) as client:
        with pytest.raises(UnexpectedAnswer):
            await anext(client.thread_changes("T"))


async def test_subscriptions_do_not_keep_questions_from_connections(client: LineageClient) -> None:
    thread = (await client.create_thread(id=fresh("T"))).thread
    changes = [client.thread_changes(thread.id) for _ in range(110)]
    try:
        assert all(told.up_to_date for told in await asyncio.gather(*(anext(told) for told in changes)))
        assert await client.providers()
    finally:
        await asyncio.gather(*(told.aclose() for told in changes))


async def read(*chunks: bytes) -> list[Event]:
    async def coming() -> Any:
        for chunk in chunks:
            yield chunk

    return [event async for event in events(coming())]


async def test_events_are_read_however_they_are_cut() -> None:
    text = 'event: next\r\ndata: {"title": "ein\u2028 \u00e4"}\r\n\r\n: ping\r\n\r\nevent: complete\ndata:\n\ndata: one\ndata: two\n\nevent: cut'.encode()
    whole = [Event("next", '{"title": "ein\u2028 \u00e4"}'), Event("complete", ""), Event("message", "one\ntwo")]
    assert await read(text) == whole
    assert await read(*(text[place : place + 1] for place in range(len(text)))) == whole
