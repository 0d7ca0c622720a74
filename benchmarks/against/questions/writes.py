"""A run from its start to its end, and one more item of a run, in each peer's words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from benchmarks.against.peers.http import body_of
from benchmarks.against.questions.question import FLOOR, GENERATED, LINEAGE, POSTGRES, Goal

GOAL = Goal(1.5, 0.7, 3.0)
MESSAGE = "Take combining characters in keys"
CREATE = "mutation($input: CreateThreadInput!) { createThread(input: $input) { thread { id } } }"
START = "mutation($input: StartRunInput!) { startRun(input: $input) { run { id ordinal } providerThread { id } resolution { strategy } } }"
BEGIN = "mutation($input: BeginRunInput!) { beginRun(input: $input) { run { id status } } }"
FINISH = "mutation($input: FinishRunInput!) { finishRun(input: $input) { run { id status } } }"
APPEND = "mutation($input: AppendItemsInput!) { appendItems(input: $input) { items { id } } }"
START_GENERATED = """mutation($run: RunCreateInput!, $thread: ID!, $version: Int!, $event: LineageEventCreateInput!) {
  createRuns(input: [$run]) { runs { id ordinal } }
  updateThreads(where: { id: { eq: $thread } }, update: { version: { set: $version } }) { info { relationshipsCreated } }
  createLineageEvents(input: [$event]) { info { nodesCreated } } }"""
CHANGE_GENERATED = """mutation($run: ID!, $update: RunUpdateInput!, $thread: ID!, $version: Int!, $event: LineageEventCreateInput!) {
  updateRuns(where: { id: { eq: $run } }, update: $update) { runs { id status } }
  updateThreads(where: { id: { eq: $thread } }, update: { version: { set: $version } }) { info { relationshipsCreated } }
  createLineageEvents(input: [$event]) { info { nodesCreated } } }"""


@dataclass(slots=True)
class Place:
    """Where a writer writes: a thread with one finished run. The counts are for peers that leave counting to their callers."""

    workspace: str
    thread: str
    session: str
    ordinal: int = 1
    version: int = 4


def new_place(peer: Any, workspace: str) -> Place:
    """A thread of its own, made by the service or its twin."""
    thread = f"written-{uuid4().hex[:12]}"
    peer.send(body_of(CREATE, {"input": {"id": thread, "title": "Written to"}}))
    place = Place(workspace, thread, "")
    started = _started(peer, place)
    _ended(peer, started["run"]["id"])
    place.session = started["providerThread"]["id"]
    return place


def _started(peer: Any, place: Place) -> Any:
    started = peer.send(body_of(START, {"input": {"threadId": place.thread, "provider": "codex", "message": MESSAGE}}))["startRun"]
    begin = {"runId": started["run"]["id"], "nativeThreadRef": f"native:{place.thread}", "nativeTurnRef": "turn"}
    peer.send(body_of(BEGIN, {"input": begin}))
    return started


def _ended(peer: Any, run: str) -> None:
    peer.send(body_of(FINISH, {"input": {"runId": run}}))


def _run_by_service(peer: Any, place: Place) -> None:
    _ended(peer, _started(peer, place)["run"]["id"])


def _run_by_driver(peer: Any, place: Place) -> None:
    of = {"workspace": place.workspace, "thread": place.thread, "run": uuid4().hex}
    peer.write("writes/start_run", {**of, "session": place.session, "message": MESSAGE})
    peer.write("writes/begin_run", {**of, "turn": "turn"})
    peer.write("writes/finish_run", of)


def _run_generated(peer: Any, place: Place) -> None:
    """The client counts ordinals and versions, and nothing keeps another one from counting the same."""
    run, now = uuid4().hex, "2026-01-01T00:00:00Z"
    place.ordinal += 1
    made = {
        "workspace": place.workspace,
        "id": run,
        "threadId": place.thread,
        "ordinal": place.ordinal,
        "status": "PREPARING",
        "provider": "codex",
        "message": MESSAGE,
        "createdAt": now,
        "cleanContext": False,
        "droppedNatively": False,
        "nativeStartFailed": False,
        "itemCount": 0,
        "characters": 0,
        "thread": {"connect": [{"where": {"node": {"id": {"eq": place.thread}}}}]},
        "providerThread": {"connect": [{"where": {"node": {"id": {"eq": place.session}}}}]},
    }
    peer.send(body_of(START_GENERATED, {"run": made, **_next(place, "run.started", now)}))
    turn = {"node": {"workspace": place.workspace, "runId": run, "index": 0, "nativeTurnRef": "turn"}}
    begun = {"status": {"set": "RUNNING"}, "begunVersion": {"set": place.version + 1}, "turns": [{"create": [turn]}]}
    peer.send(body_of(CHANGE_GENERATED, {"run": run, "update": begun, **_next(place, "run.begun", now)}))
    ended = {"status": {"set": "COMPLETED"}, "endedAs": {"set": "COMPLETED"}, "finishedVersion": {"set": place.version + 1}}
    peer.send(body_of(CHANGE_GENERATED, {"run": run, "update": ended, **_next(place, "run.finished", now)}))


def _next(place: Place, type: str, at: str) -> dict[str, Any]:
    place.version += 1
    event = {"workspace": place.workspace, "threadId": place.thread, "version": place.version, "type": type, "at": at, "payload": "{}"}
    return {"thread": place.thread, "version": place.version, "event": event}


RUN: Mapping[str, Callable[[Any, Place], None]] = {
    LINEAGE: _run_by_service,
    POSTGRES: _run_by_service,
    FLOOR: _run_by_driver,
    GENERATED: _run_generated,
}
"""A run of a thread, from its start to its end: three requests."""


def running_run(peer: Any, place: Place) -> str:
    """A run of the place that goes on."""
    return str(_started(peer, place)["run"]["id"])


def _append_by_service(peer: Any, place: Place, run: str) -> None:
    peer.send(body_of(APPEND, {"input": {"runId": run, "items": [{"kind": "DECISION", "text": MESSAGE}]}}))


def _append_by_driver(peer: Any, place: Place, run: str) -> None:
    of = {"workspace": place.workspace, "thread": place.thread, "run": run}
    peer.write("writes/append_item", {**of, "item": uuid4().hex, "text": MESSAGE})


APPENDING: Mapping[str, Callable[[Any, Place, str], None]] = {
    LINEAGE: _append_by_service,
    POSTGRES: _append_by_service,
    FLOOR: _append_by_driver,
}
"""One more item of a run: what many can write to one thread at a time, of which one run at most is active."""
