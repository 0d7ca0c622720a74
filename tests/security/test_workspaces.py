"""Nobody reaches another workspace: not by any id that the API takes, also in fields that are added later."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from graphql import GraphQLSchema

from lineage.auth.principal import Scope
from tests.api.graph import Graph
from tests.running import Neo4jAddress, RunningService, fresh
from tests.security.conftest import ADMIN_TOKEN, new_token
from tests.security.walking import Filling, Place, ids_below, places, root_fields, schema_of
from tests.security.worlds import World, recorded

KINDS = {
    "thread.id": "thread",
    "run.id": "run",
    "providerThread.id": "provider thread",
    "contextTransfer.id": "transfer",
    "contextHandoff.id": "handoff",
    "checkpoint.id": "checkpoint",
    "rollbackImpact.threadId": "thread",
    "forkTree.rootThreadId": "thread",
    "mergeBase.first": "thread",
    "mergeBase.second": "thread",
    "threadDiff.first": "thread",
    "threadDiff.second": "thread",
    "provenance.runId": "run",
    "search.threadId": "thread",
    "search.rootThreadId": "thread",
    "threadChanged.threadId": "thread",
    "treeChanged.rootThreadId": "thread",
    "ThreadVersionInput.threadId": "thread",
    "StartContextInput.threadId": "thread",
    "AppendItemsInput.runId": "run",
    "BeginRunInput.runId": "run",
    "CaptureCheckpointInput.runId": "run",
    "FailHandoffInput.handoffId": "handoff",
    "FinishRunInput.runId": "run",
    "ForkThreadInput.sourceThreadId": "thread",
    "ForkThreadInput.runId": "run",
    "ForkThreadInput.checkpointId": "checkpoint",
    "ForkThreadInput.providerThreadId": "provider thread",
    "ManualHandoffInput.runId": "run",
    "MergeBackInput.forkThreadId": "fork",
    "MergeBackInput.targetThreadId": "thread",
    "RecordCompactionInput.providerThreadId": "provider thread",
    "RecordCompactionInput.throughRunId": "run",
    "RecordProviderTurnInput.runId": "run",
    "RecordedParentInput.threadId": "thread",
    "RecordedParentInput.runId": "run",
    "RedactThreadInput.threadId": "thread",
    "RegenerateHandoffInput.handoffId": "handoff",
    "ReportProviderRollbackInput.providerThreadId": "provider thread",
    "ReportResumeFailureInput.runId": "run",
    "ReturnSubagentResultInput.childThreadId": "child",
    "RollbackThreadInput.threadId": "thread",
    "SpawnSubagentInput.parentRunId": "run",
    "StartRunInput.threadId": "thread",
    "SubmitHandoffInput.handoffId": "handoff",
}
"""What the id in each place is of: asked for with another workspace's, it is not found."""

OWN = {
    "CaptureCheckpointInput.id": "checkpoint",
    "CheckpointInput.id": "checkpoint",
    "CreateThreadInput.id": "thread",
    "ForkThreadInput.id": "thread",
    "MergeBackInput.id": "transfer",
    "RecordedProviderThreadInput.id": "provider thread",
    "RecordedRunInput.id": "run",
    "RecordedRunInput.providerThreadId": "provider thread",
    "RecordedThreadInput.id": "thread",
    "SpawnSubagentInput.id": "thread",
    "StartRunInput.id": "run",
    "TurnItemInput.id": "item",
}
"""Ids that the caller gives to something new: another workspace may have the same ones, and each has its own."""

VALUES: dict[str, Any] = {
    "StartContextInput.provider": "codex",
    "StartRunInput.provider": "codex",
    "RecordedProviderThreadInput.provider": "codex",
    "RecordedRunInput.finishedAt": "2026-01-01T10:01:00Z",
    "RecordedThreadInput.createdAt": "2026-01-01T10:00:00Z",
    "RegisterProviderInput.kind": "codex",
    "ThreadVersionInput.version": 1,
    "rollbackImpact.toOrdinal": 0,
    "RollbackThreadInput.toOrdinal": 0,
    "search.query": "secret*",
    "stats.from": (datetime.now(UTC) - timedelta(days=1)).isoformat(),
    "stats.to": (datetime.now(UTC) + timedelta(days=1)).isoformat(),
    "stats.bucket": "DAY",
    "stats.groupBy": ["PROVIDER"],
}
"""What is given where a value has to make sense."""

FORKED_AT = {"ForkThreadInput.sourceThreadId": {"ForkThreadInput.latestStable": True}}
"""What goes along with an id beside what is required."""

OTHER_CODES = {"ThreadVersionInput.threadId": "BAD_INPUT"}
"""Ids that are no reference but part of a question about something else, which they do not fit."""


@dataclass(frozen=True)
class Two:
    """Workspaces of one service, a caller of each: here with mine, elsewhere with third, an empty one; and theirs, which none of them may
    see, with its graph."""

    schema: GraphQLSchema
    here: RunningService
    mine: World
    elsewhere: RunningService
    third: World
    empty: RunningService
    theirs: World
    graph: Graph

    def ask(self, service: RunningService, root: str, field: str, place: Place | None = None, id: str = "") -> Any:
        """The whole answer to a document with the id in the place."""
        mine = self.mine if service is not self.elsewhere else self.third
        ids = {**{name: mine.ids[kind] for name, kind in KINDS.items()}, **{name: fresh("new") for name in OWN}}
        more = FORKED_AT.get(place.name, {}) if place is not None else {}
        query, variables = Filling(ids, {**VALUES, **more}).document(self.schema, root, field, place, id)
        headers = {"Accept": "text/event-stream"} if root == "subscription" else {}
        with service._http.stream("POST", service.url, json={"query": query, "variables": variables}, headers=headers) as response:
            if root != "subscription":
                return json.loads(response.read())
            line = next(line for line in response.iter_lines() if line.startswith("data: {"))
            return json.loads(line.removeprefix("data: "))


@pytest.fixture(scope="module")
def two(guarded: RunningService, neo4j_address: Neo4jAddress) -> Iterator[Two]:
    with ExitStack() as stack:
        workspaces = [fresh("workspace") for _ in range(4)]
        there, here, elsewhere, empty = (
            stack.enter_context(guarded.by(new_token(guarded, [Scope.ADMIN], workspace).text)) for workspace in workspaces
        )
        graph = stack.enter_context(Graph(neo4j_address, workspaces[0]))
        yield Two(schema_of(here), here, recorded(here), elsewhere, recorded(elsewhere), empty, recorded(there), graph)


def is_empty(value: Any) -> bool:
    """Whether nothing is told: nulls, empty lists, zeros, and things of these."""
    if isinstance(value, dict):
        return all(is_empty(part) for name, part in value.items() if name != "__typename")
    return all(is_empty(part) for part in value) if isinstance(value, list) else not value


def told(answer: Any) -> str:
    """The code of an error; empty when nothing was told; else what was."""
    if answer.get("errors"):
        return str(answer["errors"][0]["extensions"]["code"])
    return "" if is_empty(answer["data"]) else json.dumps(answer["data"])


def test_of_each_place_that_takes_an_id_it_is_known_what_it_is_of(two: Two) -> None:
    """A place that is new is named in KINDS, by what its id is of, or in OWN, when the caller makes it up; so that it is asked for below."""
    assert {place.name for place in places(two.schema)} == {
        *KINDS,
        *OWN,
        *(place.name for place in places(two.schema) if place.path[-1] == "commandId"),
    }
    assert ids_below(two.schema) == [], "fields of things take ids now: ask for another workspace's here, too"


def test_no_id_of_another_workspace_is_known(two: Two) -> None:
    before = two.graph.content()
    wrong = {}
    for place in places(two.schema):
        if place.name in KINDS:
            answer = two.ask(two.here, place.root, place.field, place, two.theirs.ids[KINDS[place.name]])
            expected = {OTHER_CODES.get(place.name, "NOT_FOUND")} | ({""} if place.root == "query" else set())
            if told(answer) not in expected or two.theirs.word in json.dumps(answer):
                wrong[str(place)] = told(answer)
    assert wrong == {}
    assert two.graph.content() == before


def test_the_same_calls_with_ids_of_the_own_workspace_do_find_something(two: Two) -> None:
    """Else the test above would hold for whatever reason."""
    wrong = {}
    for place in places(two.schema):
        if place.name in KINDS and place.root != "mutation":
            answer = two.ask(two.here, place.root, place.field, place, two.mine.ids[KINDS[place.name]])
            if "NOT_FOUND" in told(answer) or told(answer) in ("", "BAD_INPUT"):
                wrong[str(place)] = told(answer)
    assert wrong == {}


def test_ids_that_another_workspace_has_are_free(two: Two) -> None:
    """What is made under them is of the own workspace, an answer that the other got by the same commandId is not given here, and the other
    stays as it was."""
    before = two.graph.content()
    wrong = {}
    for place in places(two.schema):
        kind = "command" if place.path[-1] == "commandId" else OWN.get(place.name)
        if kind is not None:
            answer = two.ask(two.elsewhere, place.root, place.field, place, two.theirs.ids[kind])
            if two.theirs.word in json.dumps(answer) or told(answer) == "INTERNAL":
                wrong[str(place)] = told(answer)
    assert wrong == {}
    assert two.graph.content() == before


def test_questions_without_ids_tell_nothing_of_other_workspaces(two: Two) -> None:
    """In a workspace that has nothing, nothing is found."""
    wrong = {}
    for root, name, field in root_fields(two.schema):
        if root == "query" and not any(
            place.field == name and place.path[0] in field.args for place in places(two.schema) if _is_needed(two, place)
        ):
            answer = two.ask(two.empty, root, name)
            if name == "providers":
                assert [sorted(kind["kind"] for kind in answer["data"]["providers"])] == [
                    ["claude", "codex", "cursor", "gemini", "opencode"]
                ]
            elif told(answer) != "" or two.theirs.word in json.dumps(answer):
                wrong[name] = told(answer)
    assert wrong == {}


def _is_needed(two: Two, place: Place) -> bool:
    """Whether the place has to be filled."""
    assert two.schema.query_type is not None
    field = two.schema.query_type.fields.get(place.field)
    return field is not None and str(field.args[place.path[0]].type).endswith("!")


def test_lists_and_cursors_of_another_workspace_lead_nowhere(two: Two, guarded: RunningService) -> None:
    ids = two.here.query("{ threads(first: 500) { edges { cursor node { id } } } }")["threads"]["edges"]
    assert two.mine.ids["thread"] in [edge["node"]["id"] for edge in ids]
    assert two.theirs.ids["thread"] not in [edge["node"]["id"] for edge in ids]
    found = two.empty.query("query($a: String) { threads(after: $a) { edges { node { id } } } }", a=ids[0]["cursor"])
    assert found["threads"]["edges"] == []


def test_exports_are_of_the_own_workspace(two: Two) -> None:
    here: httpx.Client = two.here._http
    foreign = here.get(f"{two.here.base}/export", params={"threadId": two.theirs.ids["thread"]})
    assert (foreign.status_code, foreign.json()["errors"][0]["extensions"]["code"]) == (404, "NOT_FOUND")
    everything = here.get(f"{two.here.base}/export", params={"all": "true"}).text
    assert two.mine.word in everything
    assert two.theirs.word not in everything


def test_no_mutation_is_carried_out_for_who_may_only_read(two: Two, guarded: RunningService) -> None:
    """Whichever it is, also one that is added later."""
    workspace = two.graph._workspace
    before = two.graph.content()
    with guarded.by(new_token(guarded, [Scope.READ], workspace).text) as reader:
        codes = {name: told(two.ask(reader, root, name)) for root, name, _ in root_fields(two.schema) if root == "mutation"}
    assert len(codes) > 20
    assert set(codes.values()) == {"FORBIDDEN"}, codes
    assert two.graph.content() == before


def test_the_admin_token_is_of_one_workspace_as_well(two: Two, guarded: RunningService) -> None:
    with guarded.by(ADMIN_TOKEN) as admin:
        assert admin.query("query($id: ID!) { thread(id: $id) { id } }", id=two.theirs.ids["thread"]) == {"thread": None}
