"""Answers of the service in words, for people and for agents."""

from collections.abc import Iterable, Sequence

from lineage.client.models import NativeAction, ProviderThreadImpact, RunSegment, StartContextResolution
from lineage.domain.kinds import NativeActionKind, StartStrategy

STRATEGIES = {
    StartStrategy.NONE: "goes on in its session, which misses nothing",
    StartStrategy.NATIVE: "forks the session of the run that the thread left its parent at",
    StartStrategy.DELTA_INTO_EXISTING: "goes on in its session and is told what it missed",
    StartStrategy.FULL_INTO_EXISTING: "goes on in its session and is told the whole thread again, since it missed several parts of it",
    StartStrategy.FULL_INTO_NEW: "starts a new session and is told the whole thread",
    StartStrategy.CHECKPOINT_INTO_NEW: "starts a new session and is told the thread as it was at the checkpoint",
    StartStrategy.UNSUPPORTED: "cannot start: there is no safe way to give it the context",
}

_STEPS = {
    NativeActionKind.CREATE_THREAD: "create a new session",
    NativeActionKind.RESUME_THREAD: "resume session {action.native_thread_ref}",
    NativeActionKind.ADOPT_THREAD: "take over session {action.native_thread_ref}",
    NativeActionKind.FORK_THREAD: "fork session {action.native_thread_ref} at turn {action.native_turn_ref}",
    NativeActionKind.ROLLBACK_TURNS: "drop the last {action.turns} turns of session {action.native_thread_ref}",
    NativeActionKind.REVERT_BEFORE_TURN: "revert session {action.native_thread_ref} to before turn {action.native_turn_ref}",
    NativeActionKind.DELIVER_HANDOFF: "give it the handoff ({action.delivery})",
    NativeActionKind.SEND_TURN: "send the message",
}


def headline(provider: str, resolution: StartContextResolution) -> str:
    """How a run starts, in one line."""
    fresh = resolution.strategy is StartStrategy.NONE and _makes_a_session(resolution.actions)
    what = "starts a new session" if fresh else STRATEGIES[resolution.strategy]
    told = f" ({runs(resolution.covers)})" if resolution.covers else ""
    return f"{provider} {what}{told}"


def step(action: NativeAction) -> str:
    """One step of an adapter, as something to do."""
    return _STEPS[action.kind].format(action=action)


def session_impact(found: ProviderThreadImpact) -> str:
    """What a rollback does to one agent's session, in one line."""
    how = step(found.action) if found.action else found.reason or found.status_after.lower()
    kept = f"keeps {spans(found.retained_ordinals)}" if found.retained_ordinals else "keeps none"
    return f"{found.provider} session {found.provider_thread_id}: drops {spans(found.rolled_back_ordinals)}, {kept}; {how}"


def runs(segments: Iterable[RunSegment]) -> str:
    """Segments as people write them: "T 1-5, F 1"."""
    return ", ".join(f"{part.thread_id} {span(part.first, part.last)}" for part in segments)


def span(first: int, last: int) -> str:
    """An inclusive range: "1-5", or "9"."""
    return str(first) if first == last else f"{first}-{last}"


def spans(ordinals: Sequence[int]) -> str:
    """Ascending ordinals as ranges: "1-5, 9"; "none" when there are none."""
    return ", ".join(span(first, last) for first, last in ranges(ordinals)) or "none"


def ranges(ordinals: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending ordinals as inclusive ranges."""
    found: list[tuple[int, int]] = []
    for ordinal in ordinals:
        if found and ordinal == found[-1][1] + 1:
            found[-1] = (found[-1][0], ordinal)
        else:
            found.append((ordinal, ordinal))
    return found


def _makes_a_session(actions: Sequence[NativeAction]) -> bool:
    return any(action.kind is NativeActionKind.CREATE_THREAD for action in actions)
