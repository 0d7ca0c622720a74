"""Who did what, and when: in the log of each thread's changes, on receipts, in the log of the service, and in exports."""

import json
import logging
from typing import Any

import httpx
import pytest
from neo4j import GraphDatabase

from lineage.auth.principal import Scope
from tests.api.recorder import Recorder
from tests.running import Neo4jAddress, RunningService, fresh
from tests.security.conftest import ADMIN_TOKEN, Made, bearer
from tests.security.issuer import Issuer

EVENTS = "query($id: ID!) { thread(id: $id) { events { edges { node { version type command actor } } } } }"


def events(service: RunningService, thread_id: str) -> list[tuple[str, str, str | None]]:
    found = service.query(EVENTS, id=thread_id)["thread"]["events"]["edges"]
    return [(edge["node"]["type"], edge["node"]["command"], edge["node"]["actor"]) for edge in found]


def test_each_change_tells_the_command_and_who_sent_it(guarded: RunningService, made: Made, issuer: Issuer) -> None:
    token = made(Scope.WRITE, name="the orchestrator")
    workspace = guarded.service.settings.workspace
    jwt = issuer.sign(lineage={"workspace": workspace}, sub="ada@issuer.example")
    with guarded.by(token.text) as one, guarded.by(jwt) as other, guarded.by(ADMIN_TOKEN) as admin:
        thread = Recorder(one).thread()
        run = Recorder(one).start(thread)["run"]["id"]
        Recorder(other).begin(run)
        Recorder(admin).finish(run)
        found = events(admin, thread)
    assert found[:4] == [
        ("thread.created", "createThread", f"token:{token.id} the orchestrator"),
        ("run.started", "startRun", f"token:{token.id} the orchestrator"),
        ("run.begun", "beginRun", "jwt:ada@issuer.example"),
        ("run.finished", "finishRun", "admin-token"),
    ]


def test_forks_rollbacks_and_recorded_histories_tell_it_too(guarded: RunningService, made: Made) -> None:
    token = made(Scope.WRITE, name="x")
    with guarded.by(token.text) as service:
        recorder = Recorder(service)
        thread = recorder.thread()
        fork = recorder.fork(thread, recorder.run(thread))
        service.mutate("rollbackThread", "thread { id }", threadId=thread, toOrdinal=0)
        recorded = fresh("recorded")
        given = {
            "id": recorded,
            "providerThreads": [{"id": f"{recorded} s", "provider": "codex", "nativeThreadRef": recorded}],
            "runs": [
                {
                    "id": f"{recorded} r",
                    "providerThreadId": f"{recorded} s",
                    "startedAt": "2026-01-01T10:00:00Z",
                    "finishedAt": "2026-01-01T10:01:00Z",
                }
            ],
        }
        service.mutate("recordHistory", "recordedRuns", threads=[given])
        assert events(service, fork)[0][1:] == ("forkThread", f"token:{token.id} x")
        assert ("thread.rolled_back", "rollbackThread", f"token:{token.id} x") in events(service, thread)
        assert {found[1:] for found in events(service, recorded)} == {("recordHistory", f"token:{token.id} x")}


def test_without_credentials_there_is_no_actor(service: RunningService) -> None:
    thread = Recorder(service).thread()
    assert events(service, thread) == [("thread.created", "createThread", None)]


def test_receipts_and_the_log_of_the_service_tell_it(
    guarded: RunningService, made: Made, neo4j_address: Neo4jAddress, caplog: pytest.LogCaptureFixture
) -> None:
    token, command_id = made(Scope.WRITE, name="x"), fresh("command")
    with caplog.at_level(logging.INFO, logger="lineage.audit"), guarded.by(token.text) as service:
        service.mutate("registerProvider", "provider { kind }", kind=fresh("provider"), commandId=command_id)
    told: list[Any] = [record.fields for record in caplog.records if record.name == "lineage.audit"]  # type: ignore[attr-defined]
    expected = {"workspace": service.service.settings.workspace, "command": "registerProvider", "actor": f"token:{token.id} x"}
    assert {**expected, "command_id": command_id} in told
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        text = "MATCH (c:CommandReceipt {workspace: $workspace, commandId: $id}) RETURN c.command AS command, c.actor AS actor"
        (row,) = driver.execute_query(text, workspace=expected["workspace"], id=command_id, database_="neo4j").records
    assert (row["command"], row["actor"]) == (expected["command"], expected["actor"])


def test_an_export_takes_it_along(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    token = made(Scope.WRITE, name="x")
    with guarded.by(token.text) as service:
        thread = Recorder(service).thread()
    exported = http.get(f"{guarded.base}/export", params={"threadId": thread}, headers=bearer(token)).text
    (event,) = [row for line in exported.splitlines() if '"event"' in line and (row := json.loads(line))]
    assert json.dumps(event).count(f"token:{token.id} x") == 1


def test_subscribers_are_told_it(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    token = made(Scope.WRITE, name="x")
    with guarded.by(token.text) as service:
        thread = Recorder(service).thread()
    query = f'subscription {{ threadChanged(threadId: "{thread}", afterVersion: 0) {{ command actor upToDate }} }}'
    with http.stream("POST", guarded.url, json={"query": query}, headers={"Accept": "text/event-stream", **bearer(token)}) as response:
        first = next(line for line in response.iter_lines() if line.startswith("data: {"))
    assert json.loads(first.removeprefix("data: "))["data"]["threadChanged"] == {
        "command": "createThread",
        "actor": f"token:{token.id} x",
        "upToDate": False,
    }
