"""Live tells that the process runs; ready tells whether it can answer, and what the store says."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest
from starlette.types import ASGIApp

from lineage.web import health
from lineage.web.application import build_application
from lineage.web.health import Readiness
from lineage.web.options import WebOptions

from .conftest import LogLines
from .schema import graphql_application


def with_readiness(readiness: Callable[[], Awaitable[Readiness]]) -> ASGIApp:
    return build_application(graphql=graphql_application(), readiness=readiness, options=WebOptions(), lifespan=None)


def test_a_service_that_can_answer_is_live_and_ready(client: httpx.Client) -> None:
    assert client.get("/health/live").json() == {"live": True}
    ready = client.get("/health/ready")
    assert (ready.status_code, ready.json()) == (200, {"ready": True, "store": {"state": "available"}})
    assert ready.headers["cache-control"] == "no-store"


def test_ready_follows_the_store_while_live_stays(serve: Callable[[ASGIApp], httpx.Client]) -> None:
    states = [Readiness(False, {"state": "unreachable", "address": "localhost:7687"}), Readiness(True, {"state": "available"})]

    async def next_state() -> Readiness:
        return states.pop(0)

    client = serve(with_readiness(next_state))
    down = client.get("/health/ready")
    assert (down.status_code, down.json()["ready"], down.json()["store"]["state"]) == (503, False, "unreachable")
    assert client.get("/health/live").status_code == 200
    assert client.get("/health/ready").status_code == 200


def test_a_check_that_fails_is_not_ready_and_is_logged(serve: Callable[[ASGIApp], httpx.Client], log: LogLines) -> None:
    async def broken() -> Readiness:
        raise RuntimeError("inner detail")

    answer = serve(with_readiness(broken)).get("/health/ready", headers={"X-Request-Id": "broken"})
    assert (answer.status_code, answer.json()["ready"]) == (503, False)
    assert "inner detail" not in answer.text
    assert any("inner detail" in line.get("exception", "") for line in log.of("broken", count=2))


def test_a_check_that_hangs_is_not_ready(serve: Callable[[ASGIApp], httpx.Client], monkeypatch: pytest.MonkeyPatch) -> None:
    async def hanging() -> Readiness:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(health, "READINESS_TIMEOUT_SECONDS", 0.05)
    answer = serve(with_readiness(hanging)).get("/health/ready")
    assert answer.status_code == 503
    assert "did not answer" in answer.json()["store"]["reason"]


def test_probes_may_ask_for_headers_only(client: httpx.Client) -> None:
    assert client.head("/health/ready").status_code == 200
