"""GET /export: what is asked for, streamed with the right headers; and what cannot be given, as JSON with its code."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from lineage.auth.principal import Principal
from lineage.errors import NotFound, Unavailable
from lineage.exporters.streaming import Part
from lineage.store.records.model import Records
from lineage.web.application import build_application
from lineage.web.exporting import Exports
from lineage.web.options import WebOptions
from tests.running import RunningService, fresh
from tests.store.records import tree

from .live_service import ready
from .schema import graphql_application

Serve = Callable[[ASGIApp], httpx.Client]


def application(exports: Exports) -> ASGIApp:
    return build_application(graphql=graphql_application(), readiness=ready, options=WebOptions(), lifespan=None, exports=exports)


class Endless:
    """Parts without end, in a workspace of which one thread is not known."""

    def __init__(self, failing_after: int | None = None) -> None:
        self.given = 0
        self.closed = asyncio.Event()
        self._failing_after = failing_after

    async def __call__(self, _: Principal, thread_id: str | None) -> AsyncIterator[Part]:
        if thread_id == "unknown":
            raise NotFound("thread 'unknown' is not known")
        return self._parts()

    async def _parts(self) -> AsyncIterator[Part]:
        try:
            yield Part(None, None, Records())
            while True:
                if self.given == self._failing_after:
                    raise Unavailable("the store cannot be reached; try again")
                self.given += 1
                yield Part("T", "T", tree("T", runs=20))
                await asyncio.sleep(0)
        finally:
            self.closed.set()


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["errors"][0]["extensions"]["code"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", (400, "BAD_INPUT")),
        ("threadId=T&all=true", (400, "BAD_INPUT")),
        ("all=yes", (400, "BAD_INPUT")),
        ("threadId=T&threadId=U", (400, "BAD_INPUT")),
        ("all=true&format=docx", (400, "BAD_INPUT")),
        ("all=true&fromat=csv", (400, "BAD_INPUT")),
        ("threadId=unknown", (404, "NOT_FOUND")),
    ],
)
def test_what_cannot_be_given_is_told_with_its_code(serve: Serve, query: str, expected: tuple[int, str]) -> None:
    answer = serve(application(Endless())).get(f"/export?{query}")
    assert error(answer) == expected


def test_a_format_that_is_not_there_names_those_that_are(serve: Serve) -> None:
    answer = serve(application(Endless())).get("/export?all=true&format=docx")
    assert "jsonl" in answer.json()["errors"][0]["message"]


def test_without_exports_there_is_no_such_path(client: httpx.Client) -> None:
    assert error(client.get("/export?all=true")) == (404, "NOT_FOUND")


def test_it_is_sent_while_it_is_read_and_a_client_that_goes_away_ends_it(serve: Serve) -> None:
    endless = Endless()
    with serve(application(endless)).stream("GET", "/export?all=true", headers={"Accept-Encoding": "identity"}) as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        assert [json.loads(next(lines))["type"] for _ in range(3)] == ["lineage", "thread", "providerThread"]
        assert not endless.closed.is_set()
    _eventually(endless.closed.is_set)


def test_a_slow_client_holds_the_reading_back(serve: Serve) -> None:
    endless = Endless()
    with serve(application(endless)).stream("GET", "/export?all=true", headers={"Accept-Encoding": "identity"}) as answer:
        next(answer.iter_bytes(100))
        _eventually(lambda: _stands_still(endless))


def test_an_error_in_the_middle_cuts_the_answer(serve: Serve) -> None:
    with (
        pytest.raises(httpx.RemoteProtocolError),
        serve(application(Endless(failing_after=3))).stream("GET", "/export?all=true") as answer,
    ):
        assert answer.status_code == 200
        answer.read()


def test_an_error_before_anything_was_sent_has_its_code(serve: Serve) -> None:
    async def unreachable(_: Principal, thread_id: str | None) -> AsyncIterator[Part]:
        raise Unavailable("the store cannot be reached; try again")

    assert error(serve(application(unreachable)).get("/export?all=true")) == (503, "UNAVAILABLE")


def test_the_tree_of_a_thread_as_a_file(service: RunningService) -> None:
    id = fresh("T/ü")
    service.mutate("createThread", "thread { id }", id=id)
    answer = httpx.get(f"{service.base}/export", params={"threadId": id}, timeout=60)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["properties"]["id"] for line in lines if line["type"] == "thread"] == [id]
    assert lines[-1] == {"type": "end", "trees": 1}
    assert answer.headers["content-type"] == "application/x-ndjson; charset=utf-8"
    name = answer.headers["content-disposition"].removeprefix('attachment; filename="lineage-T-').removesuffix('.jsonl"')
    assert name.isascii() and "/" not in name and "%" not in name


def test_another_format_has_its_own_type(service: RunningService) -> None:
    id = fresh("T")
    service.mutate("createThread", "thread { id }", id=id)
    answer = httpx.get(f"{service.base}/export", params={"threadId": id, "format": "mermaid"}, timeout=60)
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith('.mmd"')
    assert answer.headers["content-type"] != "application/x-ndjson; charset=utf-8"


def test_a_thread_that_is_not_there(service: RunningService) -> None:
    assert error(httpx.get(f"{service.base}/export", params={"threadId": "nothing"}, timeout=60)) == (404, "NOT_FOUND")


def test_a_head_request_tells_the_headers_alone(serve: Serve) -> None:
    endless = Endless()
    answer = serve(application(endless)).head("/export?all=true")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-disposition"] == 'attachment; filename="lineage.jsonl"'
    assert endless.given == 0


def _eventually(condition: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.05)


def _stands_still(endless: Endless) -> bool:
    before = endless.given
    time.sleep(0.5)
    return endless.given == before > 0
