"""Spans from a request to each statement, as a collector on loopback gets them from a service that answers over HTTP."""

import json
import secrets
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from neo4j.exceptions import ConstraintError, SessionExpired
from websockets.sync.client import connect

from lineage import __version__
from lineage.app import Service
from lineage.errors import Unsupported
from lineage.settings import Settings
from lineage.store.store import Transaction
from lineage.traces.opening import open_traces
from lineage.traces.service_traces import CLOSING_SECONDS
from tests.running import RunningService, fresh, serving
from tests.web.otlp_receiver import Receiver, Told, receiving

SECRET = "s3cr3t-words-of-a-user"
CREATE = "mutation Make($input: CreateThreadInput!) { createThread(input: $input) { thread { id } } }"


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture(scope="module")
def traced(settings: Settings, receiver: Receiver) -> Iterator[RunningService]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        patch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=tests")
        own = settings.model_copy(update={"workspace": fresh("traces"), "traces_endpoint": receiver.url, "live_poll_seconds": 0.1})
        with serving(Service(own)) as running:
            yield running


def caller(flags: str = "01") -> tuple[str, str, dict[str, str]]:
    """A trace and a span in it of who calls, and the header that says so."""
    trace, span = secrets.token_hex(16), secrets.token_hex(8)
    return trace, span, {"traceparent": f"00-{trace}-{span}-{flags}"}


def is_request(span: Told) -> bool:
    return "http.request.method" in span.attributes


def ask(service: RunningService, receiver: Receiver, text: str, **variables: object) -> tuple[dict[str, object], list[Told]]:
    """An answer and the spans of its request."""
    trace, _, header = caller()
    answer = httpx.post(service.url, json={"query": text, "variables": variables}, headers=header, timeout=60)
    return answer.json(), receiver.of(trace, is_request)


def one(spans: list[Told], name: str) -> Told:
    (found,) = [span for span in spans if span.name == name]
    return found


def below(spans: list[Told], parent: Told) -> list[Told]:
    return [span for span in spans if span.parent == parent.id]


def test_a_question_is_told_from_the_request_to_the_statement(traced: RunningService, receiver: Receiver) -> None:
    trace, span, header = caller()
    httpx.post(traced.url, json={"query": "query Ours { providers { kind } }"}, headers={**header, "X-Request-Id": "ours-1"})
    told = receiver.of(trace, is_request)
    request, operation, statement = one(told, "POST /graphql"), one(told, "query"), one(told, "all_providers")
    assert (request.parent, operation.parent, statement.parent) == (span, request.id, operation.id)
    assert (request.kind, operation.kind, statement.kind) == ("SERVER", "SERVER", "CLIENT")
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": "/graphql",
        "url.path": "/graphql",
        "url.scheme": "http",
        "http.response.status_code": 200,
        "lineage.request_id": "ours-1",
    }
    assert operation.attributes == {"graphql.operation.type": "query", "graphql.operation.name": "Ours"}
    database = traced.service.settings.neo4j_database
    assert statement.attributes == {"db.system.name": "neo4j", "db.namespace": database, "db.operation.name": "all_providers"}
    assert request.start <= operation.start <= statement.start < statement.end <= operation.end <= request.end
    assert not any(found.failed for found in told)


def test_a_command_is_told_with_its_transaction_and_both_of_its_statements(traced: RunningService, receiver: Receiver) -> None:
    answer, told = ask(traced, receiver, CREATE, input={"id": fresh("T")})
    assert "errors" not in answer
    transaction = one(told, "transaction create_thread")
    assert transaction.parent == one(told, "mutation").id
    statements = below(told, transaction)
    assert len(statements) == 2 and {span.kind for span in statements} == {"CLIENT"}
    written = statements[-1].attributes["db.operation.name"].split()
    assert {"create_threads", "threads"} <= set(written)
    assert statements[-1].name == f"{written[0]}+{len(written) - 1}"


def test_a_request_without_a_trace_begins_one(traced: RunningService, receiver: Receiver) -> None:
    name = f"Alone{secrets.token_hex(4)}"
    traced.query(f"query {name} {{ providers {{ kind }} }}")

    def found() -> list[str]:
        return [span.trace for span in receiver.spans if span.attributes.get("graphql.operation.name") == name]

    deadline = time.monotonic() + 60
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert one(receiver.of(found()[0], is_request), "POST /graphql").parent == ""


def test_a_caller_that_does_not_sample_is_told_nothing_of(traced: RunningService, receiver: Receiver) -> None:
    trace, _, header = caller("00")
    httpx.post(traced.url, json={"query": "{ providers { kind } }"}, headers=header)
    ask(traced, receiver, "{ providers { kind } }")
    assert trace not in {span.trace for span in receiver.spans}


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [
        ("{ nothing }", "GraphQL Operation", "BAD_INPUT"),
        ("{ broken", "GraphQL Operation", "BAD_INPUT"),
        ('mutation { finishRun(input: {runId: "nowhere"}) { run { id } } }', "mutation", "NOT_FOUND"),
        ('{ rollbackImpact(threadId: "nowhere", toOrdinal: 1) { checkpointId } }', "query", "NOT_FOUND"),
    ],
)
def test_an_error_is_told_by_its_code(traced: RunningService, receiver: Receiver, text: str, name: str, code: str) -> None:
    _, told = ask(traced, receiver, text)
    operation = one(told, name)
    assert operation.failed and operation.attributes["error.type"] == code
    assert not one(told, "POST /graphql").failed


def test_refusals_before_graphql_and_unknown_paths_are_told_by_their_status(traced: RunningService, receiver: Receiver) -> None:
    trace, _, header = caller()
    httpx.get(f"{traced.base}/nowhere/{SECRET}", headers=header)
    told = one(receiver.of(trace, is_request), "GET")
    assert told.attributes["http.response.status_code"] == 404 and "url.path" not in told.attributes
    before = len(receiver.spans)
    httpx.get(f"{traced.base}/health/ready", headers=header)
    ask(traced, receiver, "{ __typename }")
    assert not any(span.name.startswith("ping") for span in receiver.spans[before:])


def test_what_is_tried_again_is_an_event_and_what_fails_has_the_stores_code(traced: RunningService, receiver: Receiver) -> None:
    traces, store, workspace = traced.service.traces, traced.service.store, traced.service.settings.workspace
    assert traces is not None
    trace, _, header = caller()
    attempts = 0

    async def lose_the_connection_once(transaction: Transaction) -> None:
        nonlocal attempts
        attempts += 1
        await transaction.run("ping")
        if attempts == 1:
            raise SessionExpired(f"the connection is gone: {SECRET}")

    async def give_a_receipt_twice(transaction: Transaction) -> None:
        receipt = {"commandId": SECRET, "fingerprint": "", "answer": "{}", "at": None, "rootId": "", "command": "", "actor": None}
        await transaction.run("create_receipts", createReceipts=[receipt, receipt])

    async def work() -> None:
        with traces.caller(header), traces.operating():
            await store.write(workspace, "again", lose_the_connection_once)
            with pytest.raises(ConstraintError):
                await store.write(workspace, "twice", give_a_receipt_twice)

    traced.run(work())
    told = receiver.of(trace, lambda span: span.name == "GraphQL Operation")
    again, twice = one(told, "transaction again"), one(told, "transaction twice")
    assert again.events == [("retry", {"lineage.access": "write"})] and not again.failed
    assert [span.name for span in below(told, again)] == ["ping", "ping"]
    code = "Neo.ClientError.Schema.ConstraintValidationFailed"
    statement = one(told, "create_receipts")
    assert statement.failed and statement.attributes["error.type"] == statement.attributes["db.response.status_code"] == code
    assert statement.parent == twice.id and twice.failed and twice.attributes["error.type"] == code


def test_a_subscription_by_events_is_one_span_with_the_number_of_its_results(traced: RunningService, receiver: Receiver) -> None:
    thread_id, (trace, _, header) = fresh("T"), caller()
    traced.mutate("createThread", "thread { id }", id=thread_id)
    text = "subscription Follow($id: ID!) { threadChanged(threadId: $id) { version } }"
    body = {"query": text, "variables": {"id": thread_id}}
    with httpx.stream("POST", traced.url, json=body, headers={**header, "Accept": "text/event-stream"}, timeout=60) as answer:
        lines = answer.iter_lines()
        next(line for line in lines if '"version":1' in line)
        run_id = traced.mutate("startRun", "run { id }", threadId=thread_id, provider="codex", message="x")["run"]["id"]
        traced.mutate("finishRun", "run { id }", runId=run_id, status="INTERRUPTED")
        next(line for line in lines if '"version":2' in line)
        time.sleep(0.5)
    told = receiver.of(trace, is_request)
    subscription = one(told, "subscription")
    assert subscription.parent == one(told, "POST /graphql").id
    assert subscription.attributes["graphql.operation.name"] == "Follow"
    assert subscription.attributes["lineage.results"] >= 2
    assert {span.name for span in below(told, subscription)} == {"thread_version"}
    # The log is read for all subscriptions together, which is no request's doing.
    assert {span.name for span in told} == {"POST /graphql", "subscription", "thread_version"}


def test_operations_of_a_websocket_go_on_with_the_trace_that_it_was_opened_with(traced: RunningService, receiver: Receiver) -> None:
    trace, span, header = caller()
    with connect(f"ws://127.0.0.1:{traced.port}/graphql", subprotocols=["graphql-transport-ws"], additional_headers=header) as socket:  # type: ignore[list-item]
        socket.send(json.dumps({"type": "connection_init"}))
        socket.recv(60)
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": "query Ours { providers { kind } }"}}))
        assert json.loads(socket.recv(60))["type"] == "next"
        told = receiver.of(trace, lambda found: found.name == "query")
    assert one(told, "query").parent == span
    assert [found.name for found in below(told, one(told, "query"))] == ["all_providers"]


def test_nothing_that_somebody_wrote_is_told(traced: RunningService, receiver: Receiver) -> None:
    thread_id, run_id = fresh("T"), fresh("R")
    traced.mutate("createThread", "thread { id }", id=thread_id, title=SECRET, metadata={"a": SECRET})
    traced.mutate("startRun", "run { id }", id=run_id, threadId=thread_id, provider="codex", message=SECRET)
    traced.mutate("beginRun", "run { id }", runId=run_id, nativeThreadRef=SECRET)
    traced.mutate("appendItems", "items { kind }", runId=run_id, items=[{"kind": "GOAL", "text": SECRET, "data": {"a": SECRET}}])
    ask(traced, receiver, f'{{ search(text: "{SECRET}") {{ edges {{ node {{ __typename }} }} }} }}')
    ask(traced, receiver, f'{{ thread(id: "{SECRET}") {{ id }} }} # {SECRET}')
    ask(traced, receiver, f"query {'N' * 90}{SECRET.replace('-', '_')} {{ __typename }}")
    ask(traced, receiver, f"{{ {SECRET.replace('-', '_')} }}")
    trace, _, header = caller()
    url = f"{traced.url}?query={{thread(id:%22{SECRET}%22){{id}}}}"
    httpx.get(url, headers={**header, "Authorization": f"Bearer {SECRET}", "User-Agent": SECRET, "tracestate": "vendor=x"})
    receiver.of(trace, is_request)
    assert receiver.paths == {"/v1/traces"}
    assert not any(text.encode() in body for body in receiver.bodies for text in (SECRET, SECRET.replace("-", "_"), thread_id, run_id))


def test_the_resource_is_the_service_and_what_the_environment_says_of_it(traced: RunningService, receiver: Receiver) -> None:
    ask(traced, receiver, "{ __typename }")
    resource = {entry.key: entry.value.string_value for entry in receiver.requests[0].resource_spans[0].resource.attributes}
    assert resource["service.name"] == "lineage" and resource["service.version"] == __version__
    assert resource["deployment.environment.name"] == "tests"


def test_a_collector_that_is_away_holds_nobody_up() -> None:
    traces = open_traces("http://127.0.0.1:9/v1/traces", __version__, "neo4j")
    before = time.monotonic()
    for _ in range(2000):
        with traces.operating():
            pass
    traces.close()
    assert time.monotonic() - before < CLOSING_SECONDS + 15


def test_without_the_setting_nothing_is_traced_nor_wrapped(service: RunningService) -> None:
    untraced = service.service
    assert untraced.traces is None
    assert untraced.operation_watch is untraced.metrics is untraced.store.watch


@pytest.mark.parametrize(
    ("given", "to"),
    [
        ({}, None),
        ({"LINEAGE_TRACES_ENDPOINT": "http://a/x"}, "http://a/x"),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b/x", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://c"}, "http://b/x"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318/"}, "http://c:4318/v1/traces"),
        ({"LINEAGE_TRACES_ENDPOINT": "", "OTEL_EXPORTER_OTLP_ENDPOINT": ""}, None),
    ],
)
def test_the_address_is_set_by_the_variables_of_the_service_or_of_opentelemetry(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], to: str | None
) -> None:
    for name in ("LINEAGE_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert Settings().traces_to == to


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(Unsupported, match=r"lineage\[otel\]"):
        Service(Settings(traces_endpoint="http://127.0.0.1:4318/v1/traces"))
