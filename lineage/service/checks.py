"""Checks that several commands make, in the order in which errors are told (design 8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from lineage.domain.facts import ThreadFacts
from lineage.errors import ActiveRun, BadInput, Conflict, Gone, NotFound
from lineage.store.facts_codec import thread_facts


def ask(
    thread_id: str | None,
    *,
    provider_thread_id: str | None = None,
    turns_from: int | None = None,
    with_turns: bool = False,
    taken_up_by: str | None = None,
    as_of: int | None = None,
) -> dict[str, Any]:
    """One entry of the asks of thread_facts, for a thread or for the one that a provider thread serves."""
    return {
        "id": thread_id,
        "providerThreadId": provider_thread_id,
        "asOf": as_of,
        "turnsFrom": turns_from,
        "withTurns": with_turns,
        "takenUpBy": taken_up_by,
    }


def found_thread(loaded: Mapping[str, Any], thread_id: str) -> ThreadFacts:
    """The facts of a thread that was asked for. NOT_FOUND when there is none."""
    for record in loaded["threadFacts"]:
        if record["id"] == thread_id:
            return thread_facts(record)
    raise NotFound(f"thread {thread_id!r} is not known")


def ids_are_free(taken: Sequence[Sequence[str]]) -> None:
    """CONFLICT when an id that the command gives is taken, GONE when it was that of something that was pruned."""
    if taken:
        label, id = taken[0]
        if label == "gone":
            raise Gone(f"id {id!r} was that of something that was pruned: expected one that nothing ever had")
        raise Conflict(f"{label} id {id!r} is taken: expected one that nothing has yet")


def version_is(facts: ThreadFacts, expected: int | None) -> None:
    """CONFLICT when the caller's view of the thread is stale."""
    if expected is not None and expected != facts.thread.version:
        raise Conflict(f"thread {facts.thread.id!r} is at version {facts.thread.version}, expectedVersion is {expected}")


def no_active_run(facts: ThreadFacts) -> None:
    """ACTIVE_RUN while a run of the thread is PREPARING or RUNNING."""
    if (active := facts.active_run) is not None:
        raise ActiveRun(f"run {active.id!r} of the thread is {active.status}: expected that none is active")


def is_short_enough(what: str, text: str | None, limit: int) -> None:
    """BAD_INPUT for a text above its limit, in characters."""
    if text is not None and len(text) > limit:
        raise BadInput(f"{what} has {len(text)} characters: at most {limit} are accepted")
