"""What a running service tells of itself at /metrics: known requests are made, and the figures are those of these requests."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator

import httpx
import pytest
from neo4j.exceptions import SessionExpired
from prometheus_client.parser import text_string_to_metric_families

from lineage.app import Service, build_app
from lineage.errors import TooSlow
from lineage.live.topic import Subject
from lineage.metrics.first_names import FirstNames
from lineage.metrics.service_metrics import MOST_OPERATIONS
from lineage.settings import Settings
from lineage.store.store import Transaction
from tests.docs.page import README, section
from tests.running import Refused, RunningService, fresh, serving

Sample = tuple[str, tuple[tuple[str, str], ...]]
QUEUE = 2


@pytest.fixture(scope="module")
def measured(settings: Settings) -> Iterator[RunningService]:
    """A service in which nobody but this module asks anything."""
    own = settings.model_copy(update={"workspace": fresh("metrics"), "live_queue": QUEUE, "neo4j_pool_size": 7})
    with serving(Service(own)) as running:
        yield running


def read(service: RunningService) -> Counter[Sample]:
    """Every figure by its name and labels."""
    answer = httpx.get(f"{service.base}/metrics", timeout=60)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    families = text_string_to_metric_families(answer.text)
    return Counter({(sample.name, tuple(sorted(sample.labels.items()))): sample.value for family in families for sample in family.samples})


def figure(figures: Counter[Sample], name: str, **labels: str) -> float:
    return figures[name, tuple(sorted(labels.items()))]


def since(service: RunningService, before: Counter[Sample], name: str, **labels: str) -> float:
    """How much a figure grew."""
    return figure(read(service), name, **labels) - figure(before, name, **labels)


def test_operations_are_counted_by_their_names_and_kinds(measured: RunningService) -> None:
    before = read(measured)
    for _ in range(3):
        measured.query("query Ours { providers { kind } }")
    measured.query("{ providers { kind } }")
    measured.query("mutation Make($input: CreateThreadInput!) { createThread(input: $input) { thread { id } } }", input={})
    with pytest.raises(Refused):
        measured.query('query Ours { rollbackImpact(threadId: "nowhere", toOrdinal: 1) { checkpointId } }')
    after = read(measured)

    def count(kind: str, operation: str) -> float:
        name, labels = "lineage_graphql_operation_seconds_count", {"type": kind, "operation": operation}
        return figure(after, name, **labels) - figure(before, name, **labels)

    assert (count("query", "Ours"), count("query", ""), count("mutation", "Make"), count("mutation", "")) == (4, 1, 1, 0)
    taken = figure(after, "lineage_graphql_operation_seconds_sum", type="query", operation="Ours")
    assert 0 < taken < 120
    assert figure(after, "lineage_graphql_operation_seconds_bucket", type="query", operation="Ours", le="+Inf") == 4


def test_names_of_operations_are_bounded(measured: RunningService) -> None:
    for number in range(MOST_OPERATIONS + 10):
        measured.query(f"query Name{number} {{ __typename }}")
    measured.query(f"query {'Long' * 50} {{ __typename }}")
    names = {dict(labels)["operation"] for name, labels in read(measured) if name == "lineage_graphql_operation_seconds_count"}
    assert len(names) <= MOST_OPERATIONS + 2
    assert "other" in names and not any("LongLong" in name for name in names)


def test_the_first_names_stay_when_there_are_too_many() -> None:
    names = FirstNames(2)
    assert [names.label(name) for name in ("a", "b", "c", "a", "x" * 81)] == ["a", "b", "other", "a", "other"]


def test_errors_are_counted_by_their_codes_each_once(measured: RunningService) -> None:
    before = read(measured)
    for text in ("{ nothing }", "{ broken", 'mutation { finishRun(input: {runId: "nowhere"}) { run { id } } }'):
        with pytest.raises(Refused):
            measured.query(text)
    subscription = 'subscription { threadChanged(threadId: "nowhere") { version } }'
    with httpx.stream("POST", measured.url, json={"query": subscription}, headers={"Accept": "text/event-stream"}, timeout=60) as answer:
        assert "NOT_FOUND" in answer.read().decode()
    with pytest.raises(Refused):
        measured.query(subscription)
    assert since(measured, before, "lineage_graphql_errors_total", code="BAD_INPUT") == 3
    assert since(measured, before, "lineage_graphql_errors_total", code="NOT_FOUND") == 2


def test_statements_are_counted_by_their_queries_and_all_of_them(measured: RunningService) -> None:
    name = "lineage_store_statement_seconds_count"
    before, sent = read(measured), measured.service.store.round_trips
    for _ in range(5):
        measured.query("{ providers { kind } }")
    measured.mutate("createThread", "thread { id }")
    sent, after = measured.service.store.round_trips - sent, read(measured)
    grown = {labels: after[found, labels] - before[found, labels] for found, labels in after if found == name}
    assert grown[("query", "all_providers"),] >= 5
    assert sum(grown.values()) >= sent
    assert any("+" in dict(labels)["query"] for labels, count in grown.items() if count)


def test_requests_are_counted_by_path_and_status_and_unknown_paths_together(measured: RunningService) -> None:
    before = read(measured)
    measured.query("{ providers { kind } }")
    httpx.get(f"{measured.base}/health/live")
    for path in ("/nowhere", "/elsewhere"):
        assert httpx.get(f"{measured.base}{path}").status_code == 404
    assert httpx.request("BREW", f"{measured.base}/health/live").status_code == 405
    name = "lineage_http_request_seconds_count"
    assert since(measured, before, name, method="POST", path="/graphql", status="200") == 1
    assert since(measured, before, name, method="GET", path="/health/live", status="200") == 1
    assert since(measured, before, name, method="GET", path="other", status="404") == 2
    assert since(measured, before, name, method="other", path="/health/live", status="405") == 1


def test_open_subscriptions_and_those_dropped_are_told(measured: RunningService) -> None:
    thread_id = measured.mutate("createThread", "thread { id }", id=fresh("T"))["thread"]["id"]
    subject = Subject(measured.service.settings.workspace, thread_id, False)
    before = read(measured)
    changes = measured.service.feed.changes(subject, None)

    async def subscribe() -> asyncio.Task[object]:
        await anext(changes)
        return asyncio.ensure_future(anext(changes))

    first = measured.run(subscribe())
    assert figure(read(measured), "lineage_subscriptions_open") == 1
    for _ in range(QUEUE + 2):
        run_id = measured.mutate("startRun", "run { id }", threadId=thread_id, provider="codex", message="x")["run"]["id"]
        measured.mutate("finishRun", "run { id }", runId=run_id, status="INTERRUPTED")

    async def fall_behind() -> None:
        await first
        # What was written since comes by the next look at the log: more than may wait.
        await asyncio.sleep(2)
        with pytest.raises(TooSlow):
            async with asyncio.timeout(60):
                while True:
                    await anext(changes)

    measured.run(fall_behind())
    assert figure(read(measured), "lineage_subscriptions_open") == 0
    assert since(measured, before, "lineage_subscriptions_dropped_total") == 1


def test_connections_and_what_is_tried_again_are_told(measured: RunningService) -> None:
    assert figure(read(measured), "lineage_store_connections_limit") == 7
    before = read(measured)
    attempts = []

    async def lose_the_connection_once(transaction: Transaction) -> None:
        attempts.append(figure(await asyncio.to_thread(read, measured), "lineage_store_connections_in_use"))
        if len(attempts) == 1:
            raise SessionExpired("the connection is gone")

    measured.run(measured.service.store.write("", "test", lose_the_connection_once))
    assert len(attempts) == 2 and min(attempts) >= 1
    assert since(measured, before, "lineage_store_retries_total", access="write") == 1


def test_the_version_and_the_process_are_told(measured: RunningService) -> None:
    figures = read(measured)
    assert any(name == "lineage_info" and value == 1 for (name, _), value in figures.items())
    assert figure(figures, "process_resident_memory_bytes") > 1_000_000


def test_a_service_that_does_not_measure_has_no_such_path(settings: Settings) -> None:
    paths = {
        on: {getattr(route, "path", None) for route in build_app(Service(settings.model_copy(update={"metrics": on}))).routes}
        for on in (True, False)
    }
    assert paths[True] - paths[False] == {"/metrics"}


def test_the_readme_names_each_metric_with_its_type_and_labels(measured: RunningService) -> None:
    families = text_string_to_metric_families(httpx.get(f"{measured.base}/metrics", timeout=60).text)
    told = {}
    for family in families:
        if family.name.startswith("lineage_"):
            name = f"{family.name}_total" if family.type == "counter" else family.name
            labels = {label for sample in family.samples for label in sample.labels if label != "le"}
            told[name] = (family.type, labels or None)
    rows = [row.split("|")[1:4] for row in section("Metrics", README.read_text(encoding="utf-8")).splitlines() if row.startswith("| `")]
    shown = {name.strip(" `"): (kind.strip(), set(re.findall(r"`(\w+)`", labels)) or None) for name, kind, labels in rows}
    assert set(shown) == set(told)
    # Of what has not happened no labels are told.
    assert {name: shown[name] for name in told} == {name: (kind, labels or shown[name][1]) for name, (kind, labels) in told.items()}
