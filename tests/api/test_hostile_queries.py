"""Queries made to keep the service busy are refused before they are validated or carried out (design 8)."""

import json
import threading
from pathlib import Path

import pytest
from graphql import get_introspection_query

from lineage import client
from lineage.client.documents import document
from tests.api.hostile_queries import HOSTILE
from tests.api.raw_requests import post, refusal, refusal_in
from tests.running import RunningService


@pytest.mark.parametrize("query", [pytest.param(query, id=name) for name, query in HOSTILE.items()])
def test_a_hostile_query_is_too_complex(service: RunningService, query: str) -> None:
    found = refusal(service, query)
    assert found is not None
    assert found.code == "TOO_COMPLEX", found.message


def test_it_stays_so_when_it_is_sent_again_and_by_variables(service: RunningService) -> None:
    query = "query($n: Int) { threads(first: $n) { edges { node { runs(first: $n) { edges { node { id } } } } } } }"
    assert refusal(service, query, n=5) is None
    for large in (500, 500.0, 500):
        found = refusal(service, query, n=large)
        assert found is not None
        assert found.code == "TOO_COMPLEX"
        assert "objects" in found.message
    assert refusal(service, query, n=5) is None


def test_a_batch_of_introspections_is_refused(service: RunningService) -> None:
    operation = {"query": "{ __schema { types { name } } }"}
    found = refusal_in(post(service, json.dumps([operation] * 50)).json())
    assert found is not None
    assert found.code == "TOO_COMPLEX"


def test_others_are_answered_while_hostile_queries_come(service: RunningService) -> None:
    stop = threading.Event()
    sent = 0

    def flood() -> None:
        nonlocal sent
        while not stop.is_set():
            for query in HOSTILE.values():
                post(service, json.dumps({"query": query}))
                sent += 1

    flooding = threading.Thread(target=flood)
    flooding.start()
    try:
        answers = [service.query('{ thread(id: "t") { id } }') for _ in range(20)]
    finally:
        stop.set()
        flooding.join()
    assert answers == [{"thread": None}] * 20
    assert sent > 0


def test_a_standard_introspection_keeps_to_the_limits(service: RunningService) -> None:
    assert refusal(service, get_introspection_query(descriptions=True, input_value_deprecation=True)) is None


@pytest.mark.parametrize("operation", sorted(path.stem for path in Path(client.__file__).parent.glob("operations/*.graphql")))
def test_what_the_client_sends_keeps_to_the_limits(service: RunningService, operation: str) -> None:
    found = refusal(service, document(operation))
    assert found is None or found.code != "TOO_COMPLEX", found.message
