"""Floods wait or are turned away, and work that nobody waits for is ended: on a real server, by requests that really come and go."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from lineage.web.request_ends import RequestEnds
from lineage.web.request_slots import RequestSlots, Slots

PATIENCE = 30


class Held:
    """An application whose answers wait until they are let go, and which says what became of its work."""

    def __init__(self, content_type: str = "text/plain") -> None:
        self.entered = threading.Semaphore(0)
        self.ended: list[str] = []
        self.has_ended = threading.Event()
        self._content_type = content_type.encode()
        self._go = threading.Event()

    def let_go(self) -> None:
        self._go.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return
        while (await receive()).get("more_body"):
            pass
        stream = self._content_type == b"text/event-stream"
        start = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", self._content_type)]}
        if stream:
            await send(start)
        self.entered.release()
        try:
            while not self._go.is_set():
                await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            self.ended.append("cancelled")
            self.has_ended.set()
            raise
        if not stream:
            await send(start)
        await send({"type": "http.response.body", "body": b"done"})
        self.ended.append("answered")
        self.has_ended.set()


@pytest.fixture
def held() -> Iterator[Held]:
    held = Held()
    yield held
    held.let_go()


Serve = Callable[[ASGIApp], httpx.Client]


def get(client: httpx.Client) -> httpx.Response:
    return client.get("/", timeout=PATIENCE)


def test_a_request_waits_for_a_place_and_one_more_than_may_wait_is_told_to_come_again(serve: Serve, held: Held) -> None:
    client = serve(RequestSlots(held, Slots(at_once=1, waiting=1, wait_seconds=PATIENCE)))
    with ThreadPoolExecutor() as threads:
        first = threads.submit(get, client)
        assert held.entered.acquire(timeout=PATIENCE)
        others = [threads.submit(get, client) for _ in range(3)]
        turned_away = [done.result() for done in islice(as_completed(others, timeout=PATIENCE), 2)]
        assert not first.done()
        held.let_go()
        answered = [first.result(PATIENCE), *(other.result(PATIENCE) for other in others if other.result(PATIENCE).status_code == 200)]
    assert [answer.text for answer in answered] == ["done", "done"]
    for answer in turned_away:
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert answer.json()["errors"][0]["extensions"]["code"] == "UNAVAILABLE"


def test_a_request_that_has_waited_long_enough_is_told_to_come_again(serve: Serve, held: Held) -> None:
    client = serve(RequestSlots(held, Slots(at_once=1, waiting=1, wait_seconds=0.05)))
    with ThreadPoolExecutor() as threads:
        first = threads.submit(get, client)
        assert held.entered.acquire(timeout=PATIENCE)
        assert get(client).status_code == 503
        held.let_go()
        assert first.result(PATIENCE).status_code == 200
    assert get(client).status_code == 200


def test_an_open_stream_of_events_takes_no_place(serve: Serve) -> None:
    held = Held("text/event-stream")
    client = serve(RequestSlots(held, Slots(at_once=1, waiting=0, wait_seconds=0)))
    with client.stream("GET", "/", timeout=PATIENCE) as one, client.stream("GET", "/", timeout=PATIENCE) as other:
        assert (one.status_code, other.status_code) == (200, 200)
        held.let_go()


def test_a_place_is_given_back_when_a_request_fails(serve: Serve) -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("this one fails")

    client = serve(RequestSlots(failing, Slots(at_once=1, waiting=0, wait_seconds=0)))
    assert [get(client).status_code for _ in range(3)] == [500, 500, 500]


def test_work_for_a_client_that_left_is_ended(serve: Serve, held: Held) -> None:
    client = serve(RequestEnds(held, seconds=PATIENCE))
    with pytest.raises(httpx.ReadTimeout):
        client.post("/", content=b"x", timeout=0.5)
    assert held.has_ended.wait(PATIENCE)
    assert held.ended == ["cancelled"]


def test_work_that_takes_too_long_is_ended_and_said_to_be(serve: Serve, held: Held) -> None:
    client = serve(RequestEnds(held, seconds=0.1))
    answer = get(client)
    assert answer.status_code == 504
    (error,) = answer.json()["errors"]
    assert error["extensions"]["code"] == "TIMEOUT"
    assert "0.1 seconds" in error["message"]
    assert held.ended == ["cancelled"]


def test_an_answer_in_time_is_left_alone(serve: Serve, held: Held) -> None:
    held.let_go()
    client = serve(RequestEnds(held, seconds=PATIENCE))
    assert get(client).text == "done"
    # The answer is there a moment before its work is over.
    assert held.has_ended.wait(PATIENCE)
    assert held.ended == ["answered"]


def test_a_stream_that_has_begun_may_last(serve: Serve) -> None:
    held = Held("text/event-stream")
    client = serve(RequestEnds(held, seconds=0.1))
    with client.stream("GET", "/", timeout=PATIENCE) as answer:
        assert not held.has_ended.wait(0.5)
        held.let_go()
        assert answer.read() == b"done"
