"""How a run starts (section 3). Decides only; recording.py writes it down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .coverage import coverage, own_points, taken_along_at
from .history import history
from .native import NativeStart, native_action, native_start
from .staleness import Signal, SummaryLength, Wish, against, signals, table
from .state import Limits, Point, ProviderThread, State, Transfer

DELTA = "DELTA_SINCE_TARGET_LAST_SEEN"
FULL = "FULL_THREAD_SUMMARY"
CHECKPOINT = "CHECKPOINT_SUMMARY"


@dataclass
class Decision:
    """own is what the thread's own handoff covers, empty when it needs none; extras what each merge-back or result covers."""

    strategy: str
    resumed: ProviderThread | None = None
    native: NativeStart | None = None
    own: list[Point] = field(default_factory=list)
    own_strategy: str | None = None
    signals: list[Signal] = field(default_factory=list)
    taken: list[Transfer] = field(default_factory=list)
    extras: list[tuple[Transfer, list[Point]]] = field(default_factory=list)
    rejected: list[tuple[str, str]] = field(default_factory=list)


def waiting_transfers(state: State, thread_id: str) -> list[Transfer]:
    """What the thread's next run takes up, in order of creation."""
    return [
        transfer
        for transfer in state.transfers_into(thread_id)
        if (transfer.type in ("FORK", "MERGE_BACK", "SUBAGENT_RESULT", "SUBAGENT_SPAWN") and transfer.status == "PENDING")
        or (transfer.type == "SUBAGENT_SPAWN" and transfer.status == "RESOLVED_NATIVE")
    ]


def brings(state: State, transfer: Transfer) -> list[Point]:
    """What a merge-back or subagent result covers: the source's history after the base point, up to the source point."""
    points = history(state, transfer.source_thread_id)
    first = 0 if transfer.base_point is None else points.index(transfer.base_point) + 1
    return points[first : points.index(transfer.source_point) + 1]


def decide(
    state: State, thread_id: str, wish: Wish, limits: Limits, summary_length: SummaryLength, native_failed_before: bool = False
) -> Decision:
    """The decision for the thread's next run. Nobody has to be active on the thread; that is checked by whoever asks."""
    taken = waiting_transfers(state, thread_id)
    fork = next((transfer for transfer in taken if transfer.type == "FORK"), None)
    if fork is not None:
        decision = first_of_fork(state, fork, wish, native_failed_before)
    else:
        decision = next_of_thread(state, thread_id, wish, limits, summary_length)
    decision.taken = taken
    decision.extras = [(transfer, brings(state, transfer)) for transfer in taken if transfer.type in ("MERGE_BACK", "SUBAGENT_RESULT")]
    if (decision.own or decision.extras) and not state.providers[wish.provider].accepts_handoff:
        return unsupported(decision)
    if decision.extras and decision.strategy == "NONE":
        decision.strategy = "DELTA_INTO_EXISTING" if decision.resumed is not None else "FULL_INTO_NEW"
    return decision


def unsupported(decision: Decision) -> Decision:
    """The provider takes no handoff, and one would be needed."""
    rejected = decision.rejected
    if decision.native is not None:
        rejected = [("NATIVE", "what the native thread lacks cannot be handed over")]
    return Decision("UNSUPPORTED", signals=decision.signals, taken=decision.taken, rejected=rejected)


def first_of_fork(state: State, fork: Transfer, wish: Wish, native_failed_before: bool) -> Decision:
    """A fork's first run: natively from the source's provider thread, else with the whole history handed over."""
    points = history(state, fork.target_thread_id)
    native = native_start(state, fork, wish, native_failed_before)
    if isinstance(native, NativeStart):
        takes_along = taken_along_at(state, native.source, native.boundary)
        rest = [point for point in points if point not in takes_along]
        return Decision("NATIVE", native=native, own=rest, own_strategy=DELTA if rest else None)
    rejected = [("NATIVE", native)]
    source = state.provider_threads[state.run_at(fork.source_point).provider_thread_id]
    if fork.named_checkpoint is not None and (source.ref is None or source.strength != "STRONG"):
        return Decision("CHECKPOINT_INTO_NEW", own=points, own_strategy=CHECKPOINT, rejected=rejected)
    return Decision("FULL_INTO_NEW", own=points, own_strategy=FULL, rejected=rejected)


def candidates(state: State, thread_id: str, provider: str) -> list[ProviderThread]:
    """The thread's provider threads of that provider: the highest run that is history first, later made first among equals."""
    made = [one for one in state.provider_threads.values() if one.thread_id == thread_id and one.provider == provider]
    last_run = {one.id: max((ordinal for _, ordinal in own_points(state, one.id)), default=0) for one in made}
    return sorted(made, key=lambda one: (last_run[one.id], made.index(one)), reverse=True)


def next_of_thread(state: State, thread_id: str, wish: Wish, limits: Limits, summary_length: SummaryLength) -> Decision:
    """Any other run: resumes the first candidate that nothing speaks against, else hands the whole history to a new one."""
    points = history(state, thread_id)
    found = candidates(state, thread_id, wish.provider)
    judged = [(one, against(signals(state, one, wish, limits, summary_length))) for one in found]
    fresh = [one for one, reasons in judged if not reasons]
    if not points:
        active = [one for one in fresh if one.status == "ACTIVE"]
        return Decision("NONE", resumed=active[0] if active else None)
    if not fresh:
        return Decision("FULL_INTO_NEW", own=points, own_strategy=FULL, signals=judged[0][1] if judged else [])
    strategy = table(state, fresh[0], limits)
    if strategy == "NONE":
        return Decision("NONE", resumed=fresh[0])
    if strategy == "DELTA_INTO_EXISTING":
        return Decision(strategy, resumed=fresh[0], own=coverage(state, fresh[0]).missing, own_strategy=DELTA)
    return Decision(strategy, resumed=fresh[0], own=points, own_strategy=FULL)


def actions(state: State, decision: Decision, provider: str, handoff_ids: list[str | None]) -> list[dict[str, Any]]:
    """The steps for the provider's adapter, in order. handoff_ids are null while nothing is recorded."""
    if decision.strategy == "UNSUPPORTED":
        return []
    native, resumed = decision.native, decision.resumed
    steps = []
    if native is not None:
        steps.append(native_action(native.kind, ref=native.source.ref, turn_ref=native.turn_ref))
        if native.turns_to_drop:
            steps.append(native_action("ROLLBACK_TURNS", turns=native.turns_to_drop))
    elif resumed is not None:
        steps.append(native_action("RESUME_THREAD", ref=resumed.ref))
        if resumed.native_rollback is not None and resumed.native_rollback.state == "PENDING":
            steps.append(resumed.native_rollback.action)
    else:
        steps.append(native_action("CREATE_THREAD"))
    delivery = state.providers[provider].handoff_delivery
    steps += [native_action("DELIVER_HANDOFF", handoff_id=handoff_id, delivery=delivery) for handoff_id in handoff_ids]
    return [*steps, native_action("SEND_TURN")]
