"""Every query. None of them changes the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import answers
from .commands import limits_of, wish_of
from .coverage import covered_as_of
from .history import difference, history, merge_base
from .inputs import FIELDS, check_alone, filled
from .provenance import provenance
from .refusal import refuse_if
from .rollback import foretell
from .staleness import SummaryLength, Wish, staleness
from .start import decide
from .state import State, named
from .tree import tree

Answer = dict[str, Any]
Variables = dict[str, Any]


def record(kind: str, state: State, id_: str) -> Answer | None:
    """One record by its id, or null."""
    if kind == "thread" and id_ in state.threads:
        return answers.thread(state, state.threads[id_])
    if kind == "run" and id_ in state.runs:
        return answers.run(state.runs[id_])
    if kind == "providerThread" and id_ in state.provider_threads:
        return answers.provider_thread(state, state.provider_threads[id_])
    if kind == "coverage" and id_ in state.provider_threads:
        return answers.coverage_of(state, state.provider_threads[id_])
    if kind == "transfer" and id_ in state.transfers:
        return answers.transfer(state, state.transfers[id_])
    if kind == "handoff" and id_ in state.handoffs:
        return answers.handoff(state, state.handoffs[id_])
    return None


def ask_staleness(state: State, given: Variables, summary_length: SummaryLength) -> Answer | None:
    if given["id"] not in state.provider_threads:
        return None
    provider_thread = state.provider_threads[given["id"]]
    wish = Wish(provider_thread.provider, given.get("model"), given.get("runtimeMode"), bool(given.get("cleanContext")))
    return answers.staleness_of(staleness(state, provider_thread, wish, summary_length))


def ask_resolve(state: State, given: Variables, summary_length: SummaryLength) -> Answer:
    asked = filled(FIELDS["resolveStartContext"], given["input"])
    check_alone("resolveStartContext", asked)
    thread = named(state.threads, asked["threadId"], "thread")
    named(state.providers, asked["provider"], "provider")
    refuse_if(state.active_run(thread.id) is not None, "ACTIVE_RUN", "a run of the thread is PREPARING or RUNNING")
    decision = decide(state, thread.id, wish_of(asked), limits_of(asked["policy"]), summary_length)
    return answers.resolution(state, decision, asked["provider"])


def ask_impact(state: State, given: Variables, _: SummaryLength) -> Answer:
    check_alone("rollbackThread", given)
    thread = named(state.threads, given["threadId"], "thread")
    return answers.impact(foretell(state, thread.id, given["toOrdinal"]))


def ask_tree(state: State, given: Variables, _: SummaryLength) -> Answer:
    thread = named(state.threads, given["id"], "thread")
    return answers.tree(state, thread.id, tree(state, thread.id))


def ask_merge_base(state: State, given: Variables, _: SummaryLength) -> Answer | None:
    first, second = (named(state.threads, given[name], "thread").id for name in ("first", "second"))
    return answers.point(state, merge_base(state, first, second))


def ask_diff(state: State, given: Variables, _: SummaryLength) -> Answer:
    first, second = (named(state.threads, given[name], "thread").id for name in ("first", "second"))
    ours, theirs = difference(state, first, second)
    return {
        "base": answers.point(state, merge_base(state, first, second)),
        "onlyInFirst": answers.segment_list(ours),
        "onlyInSecond": answers.segment_list(theirs),
    }


def ask_provenance(state: State, given: Variables, _: SummaryLength) -> Answer:
    run = named(state.runs, given["id"], "run")
    sources, edges, truncated = provenance(state, run, given.get("maxDepth"))
    return {
        "runId": run.id,
        "sources": [{"id": source} for source in sources],
        "edges": [
            {"fromRunId": one.from_run, "toRunId": one.to_run, "via": one.via, "handoffId": one.handoff_id, "native": one.native}
            for one in edges
        ],
        "truncated": truncated,
    }


def as_of(state: State, thread_id: str, version: int) -> Answer:
    """A thread as of one of its versions (section 6): history, latest stable point, and what each of its provider threads covered."""
    thread = named(state.threads, thread_id, "thread")
    refuse_if(not 1 <= version <= thread.version, "BAD_INPUT", f"the thread has the versions 1 to {thread.version}")
    points = history(state, thread.id, version)
    covered = {one.id: covered_as_of(state, one, version) for one in state.provider_threads.values() if one.thread_id == thread.id}
    return {
        "threadId": thread.id,
        "version": version,
        "history": answers.segment_list(points),
        "latestStable": answers.stable_point(state, points),
        "providerThreads": [
            {
                "providerThreadId": id_,
                "covered": answers.segment_list(knew),
                "missing": answers.segment_list([point for point in points if point not in knew]),
            }
            for id_, knew in covered.items()
        ],
    }


QUESTIONS: dict[str, Callable[[State, Variables, SummaryLength], Answer | None]] = {
    "staleness": ask_staleness,
    "resolve": ask_resolve,
    "impact": ask_impact,
    "tree": ask_tree,
    "mergeBase": ask_merge_base,
    "diff": ask_diff,
    "provenance": ask_provenance,
}


def ask(state: State, op: str, given: Variables, summary_length: SummaryLength) -> Answer | None:
    """The answer to one query, as the conformance cases name it."""
    return QUESTIONS[op](state, given, summary_length) if op in QUESTIONS else record(op, state, given["id"])
