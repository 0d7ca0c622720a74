"""The native turns that runs took."""

from lineage.importers.t3code.fields import mapping, text, whole
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun


def turns_by_run(log: ThreadLog, runs: list[Begun]) -> dict[str, list[Event]]:
    """The turns of each run in order, by the run's id here.

    A run has one for each of its attempts. A turn without an attempt, as native subagents have them, belongs to the loose run that was
    going on when the turn was first told of.
    """
    attempts = {attempt_id: text(event.payload, "runId") for attempt_id, event in log.by_id(Kind.ATTEMPT).items()}
    by_native_id = {run.native_id: run for run in runs}
    loose = [run for run in runs if run.loose]
    found: dict[str, list[Event]] = {}
    for event in sorted(log.of(Kind.TURN), key=lambda event: (whole(event.payload, "ordinal") or 0, event.first)):
        attempt_id = text(event.payload, "runAttemptId")
        if event.payload.get("status") == "pending":
            continue
        if attempt_id is not None:
            run = by_native_id.get(attempts.get(attempt_id) or "")
        else:
            run = next((run for run in reversed(loose) if run.sequence <= event.first), loose[0] if loose else None)
        if run is not None and run.provider_thread_id in (None, text(event.payload, "providerThreadId")):
            found.setdefault(run.id, []).append(event)
    return found


def reference_of(turn: Event) -> str | None:
    """What the provider calls the turn. One that only seems to be its name is none: a session would be cut at it."""
    reference = mapping(turn.payload, "nativeTurnRef")
    return text(reference, "nativeId") if reference.get("strength") == "strong" else None
