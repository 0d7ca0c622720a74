"""Every mutation: its refusals in the order of section 8, then its work. The state that comes in is a copy that a refusal throws away."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from . import answers, coverage, forks, handoffs, merges, recording, rollback, runs
from .inputs import Input
from .refusal import refuse_if
from .staleness import SummaryLength, Wish
from .state import Limits, Provider, State, Thread, named

Answer = dict[str, Any]


def free(taken: Container[str], id_: str | None) -> None:
    refuse_if(id_ is not None and id_ in taken, "CONFLICT", f"the id {id_!r} is taken")


def same_version(thread: Thread, expected: int | None) -> None:
    stale = expected is not None and expected != thread.version
    refuse_if(stale, "CONFLICT", f"expectedVersion is {expected}, the thread's version is {thread.version}")


def limits_of(policy: Input | None) -> Limits:
    """The limits given, the service's own where none is."""
    given, own = policy or {}, Limits()
    pick = {name: value for name, value in given.items() if value is not None}
    return Limits(
        pick.get("maxOffProviderRuns", own.off_provider_runs),
        pick.get("maxChainedHandoffs", own.chained_handoffs),
        pick.get("maxDeltaRanges", own.delta_ranges),
        pick.get("maxCompactedRuns", own.compacted_runs),
    )


def wish_of(given: Input) -> Wish:
    return Wish(given["provider"], given["model"], given["runtimeMode"], given["cleanContext"])


def register_provider(state: State, given: Input, _: SummaryLength) -> Answer:
    provider = Provider(
        kind=given["kind"],
        native_fork=given["nativeFork"],
        native_rollback=given["nativeRollback"],
        native_revert=given["nativeRevert"],
        accepts_handoff=given["acceptsHandoff"],
        handoff_delivery=given["handoffDelivery"],
        resume_across_models=given["resumeAcrossModels"],
        resume_across_runtime_modes=given["resumeAcrossRuntimeModes"],
        max_handoff_chars=given["maxHandoffChars"],
    )
    state.providers[provider.kind] = provider
    return {"provider": dict(given)}


def create_thread(state: State, given: Input, _: SummaryLength) -> Answer:
    free(state.threads, given["id"])
    id_ = given["id"] or state.new_id("thread")
    state.threads[id_] = Thread(id_, given["title"], given["createdBy"], id_)
    return {"thread": answers.thread(state, state.threads[id_])}


def fork_thread(state: State, given: Input, _: SummaryLength) -> Answer:
    source = named(state.threads, given["sourceThreadId"], "thread")
    run_id, pt_id, checkpoint_id = given["runId"], given["providerThreadId"], given["checkpointId"]
    checkpoint = named(state.checkpoints, checkpoint_id, "checkpoint") if checkpoint_id is not None else None
    run = named(state.runs, checkpoint.run_id if checkpoint is not None else run_id, "run") if checkpoint or run_id is not None else None
    provider_thread = named(state.provider_threads, pt_id, "provider thread") if pt_id is not None else None
    free(state.threads, given["id"])
    if run is not None:
        point = forks.fork_point_of_run(state, source, run)
    elif provider_thread is not None:
        point = forks.fork_point_of_provider_thread(state, source, provider_thread)
    else:
        point = forks.newest_stable_point(state, source)
    id_ = given["id"] or state.new_id("thread")
    thread, transfer = forks.fork(state, id_, given["title"], given["createdBy"], source, point, pt_id, checkpoint_id)
    return {"thread": answers.thread(state, thread), "transfer": answers.transfer(state, transfer)}


def merge_back(state: State, given: Input, _: SummaryLength) -> Answer:
    fork = named(state.threads, given["forkThreadId"], "thread")
    target_id = given["targetThreadId"] or fork.parent_id
    target = named(state.threads, target_id, "thread") if target_id is not None else fork
    free(state.transfers, given["id"])
    transfer = merges.merge_back(state, given["id"] or state.new_id("transfer"), fork, target, given["createdBy"])
    return {"transfer": answers.transfer(state, transfer)}


def spawn_subagent(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["parentRunId"], "run")
    if given["provider"] is not None:
        named(state.providers, given["provider"], "provider")
    free(state.threads, given["id"])
    id_ = given["id"] or state.new_id("thread")
    thread, transfer, native = forks.spawn(
        state, id_, given["title"], run, given["provider"], given["nativeThreadRef"], given["nativeRefStrength"]
    )
    return {
        "thread": answers.thread(state, thread),
        "transfer": answers.transfer(state, transfer),
        "providerThread": answers.provider_thread(state, native) if native is not None else None,
    }


def return_subagent_result(state: State, given: Input, _: SummaryLength) -> Answer:
    child = named(state.threads, given["childThreadId"], "thread")
    return {"transfer": answers.transfer(state, merges.return_result(state, child, given["text"]))}


def start_run(state: State, given: Input, summary_length: SummaryLength) -> Answer:
    thread = named(state.threads, given["threadId"], "thread")
    named(state.providers, given["provider"], "provider")
    free(state.runs, given["id"])
    same_version(thread, given["expectedVersion"])
    id_ = given["id"] or state.new_id("run")
    run = recording.new_run(state, id_, thread.id, wish_of(given), limits_of(given["policy"]), given["message"])
    return answers.started(state, recording.start(state, run, given["summarySource"], summary_length))


def begin_run(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    runs.begin(state, run, given["nativeThreadRef"], given["nativeRefStrength"], given["nativeTurnRef"], given["historyMode"])
    return {"run": answers.run(run)}


def record_provider_turn(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    runs.record_turn(state, run, given["nativeTurnRef"])
    return {"run": answers.run(run)}


def finish_run(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    free(state.checkpoints, (given["checkpoint"] or {}).get("id"))
    runs.finish(state, run, given["status"], given["checkpoint"])
    return {"run": answers.run(run)}


def capture_checkpoint(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    free(state.checkpoints, given["id"])
    made = runs.capture(state, run, given)
    return {"checkpoint": {"id": made.id, "runId": made.run_id, "threadId": made.thread_id}}


def report_resume_failure(state: State, given: Input, summary_length: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    return answers.started(state, recording.resume_failed(state, run, given["summarySource"], summary_length))


def append_items(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    for item in given["items"]:
        free(state.item_ids, item["id"])
    return {"items": [{"id": item["id"], "kind": item["kind"]} for item in runs.append_items(state, run, given["items"])]}


def rollback_thread(state: State, given: Input, _: SummaryLength) -> Answer:
    thread = named(state.threads, given["threadId"], "thread")
    same_version(thread, given["expectedVersion"])
    impact = rollback.roll_back(state, thread.id, given["toOrdinal"])
    return {"thread": answers.thread(state, thread), "impact": answers.impact(impact)}


def report_provider_rollback(state: State, given: Input, _: SummaryLength) -> Answer:
    provider_thread = named(state.provider_threads, given["providerThreadId"], "provider thread")
    runs.report_rollback(state, provider_thread, given["succeeded"])
    return {"providerThread": answers.provider_thread(state, provider_thread)}


def record_compaction(state: State, given: Input, _: SummaryLength) -> Answer:
    provider_thread = named(state.provider_threads, given["providerThreadId"], "provider thread")
    run = named(state.runs, given["throughRunId"], "run") if given["throughRunId"] is not None else None
    coverage.compact(state, provider_thread, run, {name: given[name] for name in ("summary", "tokensBefore", "tokensAfter")})
    return {"providerThread": answers.provider_thread(state, provider_thread)}


def submit_handoff(state: State, given: Input, _: SummaryLength) -> Answer:
    handoff = named(state.handoffs, given["handoffId"], "handoff")
    handoffs.submit(state, handoff, given["summaryText"], given["payload"], given["createdByProvider"])
    return {"handoff": answers.handoff(state, handoff)}


def fail_handoff(state: State, given: Input, _: SummaryLength) -> Answer:
    handoff = named(state.handoffs, given["handoffId"], "handoff")
    handoffs.fail(state, handoff, given["reason"])
    return {"handoff": answers.handoff(state, handoff)}


def regenerate_handoff(state: State, given: Input, _: SummaryLength) -> Answer:
    handoff = named(state.handoffs, given["handoffId"], "handoff")
    return {"handoff": answers.handoff(state, handoffs.regenerate(state, handoff, given["summarySource"]))}


def create_manual_handoff(state: State, given: Input, _: SummaryLength) -> Answer:
    run = named(state.runs, given["runId"], "run")
    made = handoffs.manual(state, run, given["summaryText"], given["coveredFrom"], given["coveredTo"])
    return {"handoff": answers.handoff(state, made)}


COMMANDS: dict[str, Callable[[State, Input, SummaryLength], Answer]] = {
    "registerProvider": register_provider,
    "createThread": create_thread,
    "forkThread": fork_thread,
    "mergeBack": merge_back,
    "spawnSubagent": spawn_subagent,
    "returnSubagentResult": return_subagent_result,
    "startRun": start_run,
    "beginRun": begin_run,
    "recordProviderTurn": record_provider_turn,
    "finishRun": finish_run,
    "captureCheckpoint": capture_checkpoint,
    "reportResumeFailure": report_resume_failure,
    "appendItems": append_items,
    "rollbackThread": rollback_thread,
    "reportProviderRollback": report_provider_rollback,
    "recordCompaction": record_compaction,
    "submitHandoff": submit_handoff,
    "failHandoff": fail_handoff,
    "regenerateHandoff": regenerate_handoff,
    "createManualHandoff": create_manual_handoff,
}
