"""Context handoffs: how they are made, summarized, replaced and failed (sections 3 and 7)."""

from __future__ import annotations

import json

from .history import history, newest_checkpoint
from .refusal import refuse_if
from .state import Handoff, Point, Run, State, Transfer

KIND_OF = {
    "DELTA_SINCE_TARGET_LAST_SEEN": "DELTA_CONTEXT",
    "FULL_THREAD_SUMMARY": "PORTABLE_CONTEXT",
    "CHECKPOINT_SUMMARY": "CHECKPOINT_CONTEXT",
}
STRATEGY_OF = {kind: strategy for strategy, kind in KIND_OF.items()}
OPEN = ("PENDING", "READY", "FAILED")
SILENT = ("REASONING", "PROTOCOL", "TOOL_OUTPUT")


def summary(state: State, points: list[Point]) -> str:
    """A tiny stand-in for the service's summary: what the items of these runs say, and the newest checkpoint."""
    lines = []
    for run in map(state.run_at, points):
        told = [item for item in run.items if item["kind"] not in SILENT and not (item["data"] or {}).get("resolved")]
        lines += [f"{item['text'] or ''} {json.dumps(item['data'] or {}, sort_keys=True)}" for item in told]
        lines += [] if run.items else [run.message or f"run {run.ordinal}"]
    newest = newest_checkpoint(state, points)
    if newest is not None:
        lines.append(f"{state.checkpoints[newest].workspace_ref} {json.dumps(state.checkpoints[newest].diff_summary)}")
    return "\n".join(lines) or "nothing to tell"


def make(state: State, run: Run, transfer: Transfer, covered: list[Point], strategy: str, source: str, text: str | None = None) -> Handoff:
    """A new handoff for the run and the resolution of its transfer. READY by the local summarizer or with a text, else PENDING."""
    return make_of_kind(state, run, transfer, covered, KIND_OF[strategy], strategy, source, text)


def make_of_kind(
    state: State, run: Run, transfer: Transfer, covered: list[Point], kind: str, strategy: str, source: str, text: str | None
) -> Handoff:
    """As `make`, for a strategy that has no kind of its own: a person's context keeps the kind of what it replaces."""
    handoff = Handoff(
        state.new_id("handoff"),
        transfer.id,
        run.thread_id,
        run.id,
        run.provider_thread_id,
        covered,
        strategy,
        kind,
        checkpoint_id=newest_checkpoint(state, covered),
    )
    if text is None and source == "DETERMINISTIC":
        told = summary(state, covered) if transfer.text is None else f"{transfer.text}\n{summary(state, covered)}"
        text = told[: state.providers[run.provider].max_handoff_chars]
        handoff.payload = {"checkpointId": handoff.checkpoint_id}
    if text is not None:
        handoff.text, handoff.status = text, "READY"
    transfer.resolution = {"strategy": kind, "providerThreadRef": None, "contextHandoffId": handoff.id}
    state.handoffs[handoff.id] = handoff
    return handoff


def supersede(state: State, handoff_id: str, by: Handoff | None = None) -> None:
    """What is superseded stays as it is otherwise; a link tells by what, where something took its place."""
    old = state.handoffs[handoff_id]
    old.status = "SUPERSEDED"
    if by is not None:
        old.superseded_by, by.supersedes = by.id, old.id


def has_lost_one(state: State, run: Run) -> bool:
    """Whether a rollback elsewhere took a handoff from a run that still waits for it."""
    return any(state.handoffs[handoff_id].status == "SUPERSEDED" for handoff_id in run.handoff_ids)


def replace(state: State, run: Run, old: Handoff, new: Handoff) -> None:
    """The new handoff takes the old one's place in the run."""
    supersede(state, old.id, new)
    run.handoff_ids[run.handoff_ids.index(old.id)] = new.id
    if run.own_handoff_id == old.id:
        run.own_handoff_id = new.id


def submit(state: State, handoff: Handoff, text: str, payload: object, by: str | None) -> None:
    """submitHandoff: a summary from outside, for a PENDING handoff of a PREPARING run."""
    run = state.runs[handoff.run_id]
    waits = handoff.status == "PENDING" and run.status == "PREPARING"
    refuse_if(not waits, "INVALID_TRANSITION", "only a PENDING handoff of a PREPARING run takes a summary")
    limit = state.providers[run.provider].max_handoff_chars
    refuse_if(len(text) > limit, "BAD_INPUT", f"the provider takes at most {limit} characters")
    handoff.status, handoff.text, handoff.payload, handoff.created_by_provider = "READY", text, payload, by


def fail(state: State, handoff: Handoff, reason: str) -> None:
    """failHandoff: the awaited summary will not come."""
    waits = handoff.status == "PENDING" and state.runs[handoff.run_id].status == "PREPARING"
    refuse_if(not waits, "INVALID_TRANSITION", "only a PENDING handoff of a PREPARING run can fail")
    handoff.status, handoff.failure_reason = "FAILED", reason


def regenerate(state: State, old: Handoff, source: str) -> Handoff:
    """regenerateHandoff: a new one of its kind's strategy that covers the same."""
    run = state.runs[old.run_id]
    refuse_if(old.status == "SUPERSEDED", "INVALID_TRANSITION", "the handoff is superseded")
    refuse_if(run.status != "PREPARING", "INVALID_TRANSITION", "the run is no longer PREPARING")
    refuse_if(has_lost_one(state, run), "INVALID_TRANSITION", "the run has lost a handoff and cannot begin")
    new = make(state, run, state.transfers[old.transfer_id], old.covered, STRATEGY_OF[old.kind], source)
    replace(state, run, old, new)
    return new


def manual(state: State, run: Run, text: str, first: int | None, last: int | None) -> Handoff:
    """createManualHandoff: a person's words in the place of the run's own handoff."""
    refuse_if(run.status != "PREPARING", "INVALID_TRANSITION", "the run is no longer PREPARING")
    refuse_if(has_lost_one(state, run), "INVALID_TRANSITION", "the run has lost a handoff and cannot begin")
    provider = state.providers[run.provider]
    points = history(state, run.thread_id)
    old = state.handoffs[run.own_handoff_id] if run.own_handoff_id is not None else None
    covered = list(old.covered) if old is not None else []
    if first is not None and last is not None:
        covered = [(thread_id, n) for thread_id, n in points if thread_id == run.thread_id and first <= n <= last]
        refuse_if(not covered, "BAD_INPUT", f"no run of {first} to {last} is history of the thread")
    refuse_if(not points, "BAD_INPUT", "the thread has no history to write about")
    refuse_if(len(text) > provider.max_handoff_chars, "BAD_INPUT", f"the provider takes at most {provider.max_handoff_chars} characters")
    refuse_if(not provider.accepts_handoff, "UNSUPPORTED", f"{provider.kind} accepts no handoff")
    if old is not None:
        transfer = state.transfers[old.transfer_id]
        new = make_of_kind(state, run, transfer, covered, old.kind, "MANUAL_CONTEXT", "DETERMINISTIC", text)
        replace(state, run, old, new)
        return new
    transfer = to_itself(state, run, "USER", None)
    new = make_of_kind(state, run, transfer, covered, "DELTA_CONTEXT", "MANUAL_CONTEXT", "DETERMINISTIC", text)
    run.own_handoff_id, run.handoff_ids = new.id, [new.id, *run.handoff_ids]
    return new


def to_itself(state: State, run: Run, created_by: str, base_point: Point | None) -> Transfer:
    """The PROVIDER_HANDOFF transfer from the run's thread to itself, for context that the thread itself missed."""
    source_point = history(state, run.thread_id)[-1]
    transfer = Transfer(
        state.new_id("transfer"),
        "PROVIDER_HANDOFF",
        run.thread_id,
        run.thread_id,
        source_point,
        state.run_at(source_point).provider,
        created_by,
        base_point=base_point,
        target_provider=run.provider,
        status="RESOLVED_PORTABLE",
    )
    state.transfers[transfer.id] = transfer
    run.own_transfer_id = transfer.id
    return transfer
