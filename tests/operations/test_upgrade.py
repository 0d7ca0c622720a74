"""What the first version recorded, under today's service: its questions, its commands again, and more commands.

The store is one that has today's schema, so that nothing is planned anew; tests/store/test_first_schema.py begins with the first schema.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from neo4j import GraphDatabase

from lineage.app import Service
from lineage.service.rolling_up import RollUp
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.api.graph import Graph
from tests.api.recorder import Recorder
from tests.operations import first_version
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.search.asking import found
from tests.stats.story import ask, together


@pytest.fixture(scope="module")
def upgraded(settings: Settings, neo4j_address: Neo4jAddress) -> Iterator[RunningService]:
    """A service on the graph of the first version, after what the migrations since change in graphs."""
    workspace = fresh("first")
    changing = [text for migration in first_version.since() for text in migration.statements if text.startswith("MATCH")]
    assert len(changing) >= 3
    with serving(Service(settings.model_copy(update={"workspace": workspace}))) as running:
        with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
            first_version.load(driver, workspace)
            first_version.carry_out(driver, changing)
        yield running


def in_order(answer: Any) -> Any:
    """An answer with the sessions of a thread at a version by their ids: the first version told them in no order."""
    then = ((answer.get("data") or {}).get("thread") or {}).get("asOf")
    if then is not None:
        then["coverage"].sort(key=lambda found: found["providerThreadId"])
    return answer


def test_questions_are_answered_as_the_first_version_answered_them(upgraded: RunningService) -> None:
    differing = []
    with httpx.Client(timeout=120) as http:
        for question in first_version.answers():
            operation, variables = question["operation"], question["variables"]
            asking = {"query": first_version.QUESTIONS, "operationName": operation, "variables": variables}
            if in_order(http.post(upgraded.url, json=asking).json()) != in_order({"data": question["data"]}):
                differing.append((operation, variables))
    assert differing == []


def test_commands_that_are_sent_again_are_answered_as_then_and_change_nothing(
    upgraded: RunningService, neo4j_address: Neo4jAddress
) -> None:
    with Graph(neo4j_address, upgraded.service.settings.workspace) as graph:
        before = graph.content()
        for command in first_version.commands():
            answer = upgraded.mutate(command["operation"], command["selection"], command["type"], **command["input"])
            assert answer == command["data"], command["input"]
        assert graph.content() == before


def test_search_lists_and_statistics_know_what_was_recorded_before_there_were_any(upgraded: RunningService) -> None:
    assert ("RUN", "written-1") in found(upgraded, "message") and ("TURN_ITEM", "w-1") in found(upgraded, "recently")
    most = upgraded.query("{ threads(first: 1, orderBy: RUNS) { edges { node { id runCount forkCount } } } }")["threads"]["edges"][0][
        "node"
    ]
    assert most == {"id": "R", "runCount": 9, "forkCount": 1}
    recorded = datetime.fromisoformat(first_version.answers()[0]["data"]["threads"]["edges"][0]["node"]["createdAt"])
    day = recorded.replace(hour=0, minute=0, second=0, microsecond=0)
    upgraded.run(RollUp(upgraded.service.store, 1).catch_up(upgraded.service.settings.workspace, day + timedelta(days=1)))
    told = together(ask(upgraded, start=day, end=day + timedelta(days=1)))
    given = [command["operation"] for command in first_version.commands()]
    assert told["forks"] == given.count("forkThread") and told["started"] == given.count("startRun")
    assert told["rollbacks"] == given.count("rollbackThread")


def test_the_store_is_whole_and_stays_so_when_commands_go_on(upgraded: RunningService) -> None:
    store, workspace = upgraded.service.store, upgraded.service.settings.workspace
    assert upgraded.run(verify(store, workspace)) == []
    recorder = Recorder(upgraded)
    recorder.finish("Q4")
    run_id = recorder.run("Q", "claude")
    fork = recorder.fork("T", "T5")
    recorder.run(fork, "codex")
    selection = "run { id ordinal } resolution { actions { kind } }"
    started = upgraded.mutate("startRun", selection, threadId="back-1", provider="claude", message="go on")
    kinds = [action["kind"] for action in started["resolution"]["actions"]]
    assert (started["run"]["ordinal"], kinds) == (4, ["RESUME_THREAD", "REVERT_BEFORE_TURN", "SEND_TURN"])
    recorder.begin(started["run"]["id"])
    recorder.finish(started["run"]["id"])
    upgraded.mutate("mergeBack", "transfer { id }", forkThreadId=fork)
    upgraded.mutate("rollbackThread", "thread { id }", threadId="Q", toOrdinal=1)
    assert upgraded.query("query($id: ID!) { run(id: $id) { status } }", id=run_id)["run"]["status"] == "ROLLED_BACK"
    assert upgraded.run(verify(store, workspace)) == []
