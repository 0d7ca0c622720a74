"""Log lines are JSON, one each, with the request that they belong to and without what was in it."""

import asyncio
import gc
import json
import logging
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import strawberry
from starlette.types import ASGIApp, Receive, Scope, Send

from lineage.api.plain_fields import PlainFieldsExecutor
from lineage.web.application import build_application
from lineage.web.logging import JsonFormatter, TextFormatter, configure_logging
from lineage.web.options import WebOptions

from .conftest import LogLines
from .live_service import ready, small_application

CONFIGURED = ("", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "neo4j", "strawberry.execution")


@pytest.fixture
def restored_logging() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in CONFIGURED]
    before = [(logger, logger.level, logger.handlers[:], logger.propagate) for logger in loggers]
    yield
    logging.captureWarnings(False)
    for logger, level, handlers, propagate in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers
        logger.propagate = propagate


def record(message: str, *arguments: object, fields: dict[str, object] | None = None) -> logging.LogRecord:
    made = logging.LogRecord("lineage.test", logging.INFO, "file.py", 1, message, arguments, None)
    if fields is not None:
        made.fields = fields
    return made


def test_a_request_leaves_one_line(client: httpx.Client, log: LogLines) -> None:
    client.post("/graphql", json={"query": "{ __typename }"}, headers={"X-Request-Id": "one-line"})
    (line,) = log.of("one-line")
    assert {key: line[key] for key in ("level", "logger", "message", "method", "path", "status")} == {
        "level": "INFO",
        "logger": "lineage.request",
        "message": "request",
        "method": "POST",
        "path": "/graphql",
        "status": 200,
    }
    assert line["duration_ms"] > 0
    assert abs(datetime.now(UTC) - datetime.fromisoformat(line["time"])) < timedelta(minutes=1)
    assert line["time"].endswith("Z")


def test_texts_and_tokens_stay_out_of_the_log(client: httpx.Client, log: LogLines) -> None:
    headers = {"Authorization": "Bearer SECRET-TOKEN", "X-Request-Id": "secretive"}
    client.post("/graphql", json={"query": '{ echo(text: "SECRET-TEXT") }'}, headers=headers)
    client.get("/graphql", params={"query": '{ echo(text: "SECRET-TEXT") }'}, headers=headers)
    client.post("/graphql", content=b'{"SECRET-TEXT', headers=headers | {"Content-Type": "application/json"})
    assert len(log.of("secretive", count=3)) == 3
    assert "SECRET" not in log.text


def test_health_probes_are_logged_at_debug_only(client: httpx.Client, log: LogLines) -> None:
    client.get("/health/live", headers={"X-Request-Id": "probe"})
    assert [line["level"] for line in log.of("probe")] == ["DEBUG"]


def test_the_request_log_can_be_switched_off(serve: Callable[[ASGIApp], httpx.Client], log: LogLines) -> None:
    client = serve(small_application(WebOptions(request_log=False)))
    for _ in range(3):
        assert client.post("/graphql", json={"query": "{ __typename }"}).headers["x-request-id"]
    assert not [line for line in log.lines if line["logger"] == "lineage.request"]


def test_requests_at_the_same_time_keep_their_ids_apart(serve: Callable[[ASGIApp], httpx.Client], log: LogLines) -> None:
    async def logging_twice(scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["query_string"].decode()
        logging.getLogger("lineage.test").info("before", extra={"fields": {"name": name}})
        await asyncio.sleep(0.05)
        await asyncio.to_thread(logging.getLogger("lineage.test").info, "after", extra={"fields": {"name": name}})
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    base = serve(build_application(graphql=logging_twice, readiness=ready, options=WebOptions(), lifespan=None)).base_url

    async def ask_all() -> None:
        async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
            await asyncio.gather(*(client.get(f"/graphql?query={n}", headers={"X-Request-Id": f"query-{n}"}) for n in range(20)))

    asyncio.run(ask_all())
    for number in range(20):
        lines = [line for line in log.of(f"query-{number}", count=3) if line["logger"] == "lineage.test"]
        assert [(line["message"], line["name"]) for line in lines] == [("before", f"query={number}"), ("after", f"query={number}")]


def test_a_json_line_is_one_line_whatever_is_in_it() -> None:
    line = JsonFormatter().format(record("a\nb %s", "\ud800\u2028", fields={"path": "/x\ny"}))
    assert len(line.splitlines()) == 1
    assert json.loads(line)["path"] == "/x\ny"


def test_a_text_line_cannot_be_forged_by_a_field() -> None:
    assert len(TextFormatter().format(record("request", fields={"path": "/x\nERROR forged"})).splitlines()) == 1


def test_an_exception_is_part_of_its_line() -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        failed = logging.LogRecord("lineage.test", logging.ERROR, "file.py", 1, "failed", (), sys.exc_info())
    assert "RuntimeError: broken" in json.loads(JsonFormatter().format(failed))["exception"]
    assert TextFormatter().format(failed).endswith("RuntimeError: broken")


@pytest.mark.usefixtures("restored_logging")
def test_libraries_log_in_the_same_format_and_quote_no_contents(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("debug", json=True)
    logging.getLogger("uvicorn.error").info("from uvicorn")
    logging.getLogger("uvicorn.access").critical("SECRET")
    logging.getLogger("neo4j.io").debug("C: RUN SECRET")
    logging.getLogger("strawberry.execution").error("Variable '$text' got invalid value 'SECRET'")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("from a library", UserWarning, stacklevel=1)
    captured = capsys.readouterr()
    lines = [json.loads(line) for line in captured.err.splitlines()]
    assert [line["logger"] for line in lines] == ["uvicorn.error", "py.warnings"]
    assert captured.out == ""


@pytest.mark.usefixtures("restored_logging")
def test_the_level_holds_for_all_and_may_be_set_again(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", json=True)
    configure_logging("error", json=False)
    logging.getLogger("lineage.test").warning("too low")
    logging.getLogger("neo4j").warning("too low")
    logging.getLogger("uvicorn.error").error("high enough")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("ERROR   uvicorn.error high enough")


@pytest.mark.parametrize("level", ["", "loud", "NOTSET"])
def test_an_unknown_level_is_refused(level: str) -> None:
    with pytest.raises(ValueError, match="expected DEBUG, INFO, WARNING, ERROR or CRITICAL"):
        configure_logging(level, json=True)


@strawberry.type
class _Slow:
    plain: str = "plain"

    @strawberry.field
    async def text(self) -> str:
        await asyncio.sleep(0)
        return "text"


@strawberry.type
class _Query:
    @strawberry.field
    async def slow(self) -> list[_Slow]:
        await asyncio.sleep(0)
        return [_Slow(), _Slow()]


async def _cancelled_at_every_step() -> None:
    """Ends an execution after its first step, another one after two steps, and so on."""
    for steps in range(30):
        schema = strawberry.Schema(_Query, execution_context_class=PlainFieldsExecutor)
        work = asyncio.create_task(schema.execute("{ slow { plain text } }"))
        for _ in range(steps):
            await asyncio.sleep(0)
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
    gc.collect()


@pytest.mark.usefixtures("restored_logging")
def test_nothing_is_logged_of_what_an_ended_request_had_not_begun(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        asyncio.run(_cancelled_at_every_step())
    # What waits for the executor's own coroutines holds them, and is held by what was seen.
    assert {str(warning.message).partition(".")[0] for warning in seen} == {"coroutine 'PlainFieldsExecutor"}
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        configure_logging("INFO", json=True)
        asyncio.run(_cancelled_at_every_step())
    assert capsys.readouterr().err == ""
