"""Handoffs asked for with CONFIGURED through a running service and a chat endpoint on loopback (design 7)."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from lineage.app import Service
from tests.running import Neo4jAddress, RunningService, fresh, serving

from .chat_server import Asked, Reply, chat_server, completion

HANDOFF = "id status summaryText createdByProvider failureReason"


@contextmanager
def summarizing(address: Neo4jAddress, workspace: str, reply: Any, timeout: float = 10) -> Iterator[RunningService]:
    """A service whose summarizer is answered like this."""
    with ExitStack() as stack:
        server = stack.enter_context(chat_server(reply))
        summarizer = {"summarizer_url": server.url, "summarizer_model": "m1", "summarizer_timeout_seconds": timeout}
        settings = address.settings(query_timeout_seconds=60, workspace=workspace, **summarizer)
        yield stack.enter_context(serving(Service(settings)))


def handoff_asked_for(service: RunningService) -> str:
    """A run by another provider, whose handoff the configured summarizer is to fill."""
    thread, first, second = fresh("T"), fresh("r1"), fresh("r2")
    service.mutate("createThread", "thread { id }", id=thread)
    service.mutate("startRun", "run { id }", id=first, threadId=thread, provider="codex", message="write the parser")
    service.mutate("beginRun", "run { id }", runId=first)
    service.mutate("finishRun", "run { id }", runId=first)
    started = service.mutate(
        "startRun", f"handoffs {{ {HANDOFF} }}", id=second, threadId=thread, provider="claude", summarySource="CONFIGURED"
    )
    assert [handoff["status"] for handoff in started["handoffs"]] == ["PENDING"]
    return str(started["handoffs"][0]["id"])


def settled(service: RunningService, handoff_id: str) -> dict[str, Any]:
    """The handoff once it is no longer PENDING."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = service.query(f"query($id: ID!) {{ contextHandoff(id: $id) {{ {HANDOFF} }} }}", id=handoff_id)["contextHandoff"]
        if found["status"] != "PENDING":
            return dict(found)
        time.sleep(0.05)
    raise AssertionError("the handoff stayed PENDING")


def test_the_answer_of_the_model_becomes_the_handoff(neo4j_address: Neo4jAddress) -> None:
    asked: list[Asked] = []

    def answer(request: Asked) -> Reply:
        asked.append(request)
        return completion("notes by the model")

    with summarizing(neo4j_address, fresh("w"), answer) as service:
        handoff = settled(service, handoff_asked_for(service))
    assert (handoff["status"], handoff["summaryText"], handoff["createdByProvider"]) == ("READY", "notes by the model", "m1")
    # Handoffs that others left waiting in this Neo4j are filled, too.
    assert any("write the parser" in str(request.body) for request in asked)


def test_a_fault_of_the_endpoint_fails_the_handoff_with_its_reason(neo4j_address: Neo4jAddress) -> None:
    with summarizing(neo4j_address, fresh("w"), Reply(status=500, body=b"{}")) as service:
        handoff = settled(service, handoff_asked_for(service))
    assert handoff["status"] == "FAILED"
    assert "500" in handoff["failureReason"]


def test_an_endpoint_that_hangs_fails_the_handoff_in_time(neo4j_address: Neo4jAddress) -> None:
    hanging = completion("never whole")
    hanging.hang_up_after = 0
    with summarizing(neo4j_address, fresh("w"), hanging, timeout=0.5) as service:
        handoff = settled(service, handoff_asked_for(service))
    assert handoff["status"] == "FAILED"


def test_a_handoff_that_an_earlier_process_left_waiting_is_taken_up(neo4j_address: Neo4jAddress) -> None:
    workspace = fresh("w")
    with serving(Service(neo4j_address.settings(query_timeout_seconds=60, workspace=workspace))) as without_summarizer:
        waiting = handoff_asked_for(without_summarizer)
    with summarizing(neo4j_address, workspace, completion("late, but there")) as service:
        assert settled(service, waiting)["summaryText"] == "late, but there"
