"""What a provider can be told about its own threads: where a native fork is cut, and how turns are dropped (sections 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .coverage import present
from .staleness import Wish, compatible_model, compatible_runtime_mode
from .state import NativeRollback, Point, ProviderThread, Run, State, Transfer


@dataclass
class NativeStart:
    """A native fork or adoption: ADOPT_THREAD or FORK_THREAD, at a turn's reference, or of the latest state less some turns."""

    kind: str
    source: ProviderThread
    boundary: Run
    turn_ref: str | None = None
    turns_to_drop: int = 0


def adoptable(state: State, fork: Transfer, source: ProviderThread, boundary: Run) -> bool:
    """Whether the fork takes over the subagent's provider thread that it was made from, instead of forking it."""
    return (
        fork.named_provider_thread == source.id
        and state.threads[source.thread_id].relationship == "SUBAGENT"
        and source.status == "ACTIVE"
        and not state.busy(source.id)
        and source.adopted_by is None
        and present(state, source.id)[-1:] == [boundary]
    )


def native_start(state: State, fork: Transfer, wish: Wish, failed_before: bool) -> NativeStart | str:
    """How the fork's first run starts natively, or what speaks against it. The rest of the history is not looked at here."""
    boundary = state.run_at(fork.source_point)
    source = state.provider_threads[boundary.provider_thread_id]
    provider = state.providers[wish.provider]
    if source.provider != wish.provider:
        return f"the source ran on {source.provider}"
    if source.ref is None or source.strength != "STRONG":
        return "the source's provider thread has no strong native reference"
    if source.status in ("RESUME_FAILED", "CLOSED"):
        return f"the source's provider thread is {source.status}"
    if not compatible_model(provider, source, wish) or not compatible_runtime_mode(provider, source, wish):
        return "the model or runtime mode differs and the provider cannot resume across"
    if wish.clean_context:
        return "a clean context was asked for"
    if failed_before:
        return "a native start failed for this run before"
    if boundary.dropped_natively:
        return "the source run's turns are no longer in the native thread"
    if adoptable(state, fork, source, boundary):
        return NativeStart("ADOPT_THREAD", source, boundary)
    if not provider.native_fork:
        return "the provider has no native fork"
    return fork_boundary(state, source, boundary)


def fork_boundary(state: State, source: ProviderThread, boundary: Run) -> NativeStart | str:
    """Where a native fork after the run `boundary` is cut, or why the boundary cannot be given."""
    if boundary.turns[-1] is not None:
        return NativeStart("FORK_THREAD", source, boundary, turn_ref=boundary.turns[-1])
    if state.busy(source.id):
        return "the boundary has no turn reference, and a run is active on the provider thread"
    if source.adopted_by is not None:
        return "the boundary has no turn reference, and the provider thread was adopted"
    later = [run for run in present(state, source.id) if run.ordinal > boundary.ordinal]
    if later and not (source.history_mode == "LEGACY" and state.providers[source.provider].native_rollback):
        return "the boundary has no turn reference, and later turns cannot be dropped"
    return NativeStart("FORK_THREAD", source, boundary, turns_to_drop=sum(len(run.turns) for run in later))


def fork_source_point(state: State, provider_thread: ProviderThread) -> Point | None:
    """The source point of the fork that a natively forked or adopting provider thread serves; null for any other."""
    fork = state.fork_transfer(provider_thread.thread_id)
    return fork.source_point if provider_thread.origin_id is not None and fork is not None else None


def rollback_of_turns(state: State, provider_thread: ProviderThread, to_ordinal: int) -> NativeRollback | str:
    """The native rollback of all runs above the ordinal that are present natively, or why it cannot be told."""
    provider = state.providers[provider_thread.provider]
    if provider_thread.ref is None or provider_thread.strength != "STRONG":
        return "it has no strong native reference"
    if provider_thread.adopted_by is not None:
        return "a fork has adopted it"
    above = [run for run in present(state, provider_thread.id) if run.ordinal > to_ordinal]
    if provider.native_rollback and provider_thread.history_mode == "LEGACY":
        action = native_action("ROLLBACK_TURNS", ref=provider_thread.ref, turns=sum(len(run.turns) for run in above))
        return NativeRollback("PENDING", to_ordinal, action)
    if provider.native_revert and above[0].turns[0] is not None:
        kept = kept_turn(state, provider_thread, to_ordinal)
        action = native_action("REVERT_BEFORE_TURN", ref=provider_thread.ref, turn_ref=above[0].turns[0], kept=kept)
        return NativeRollback("PENDING", to_ordinal, action)
    return "the provider can neither roll back its turns nor revert to before the first of them"


def kept_turn(state: State, provider_thread: ProviderThread, to_ordinal: int) -> str | None:
    """The last turn that stays in the native thread, its fork source's where none of its own does."""
    kept = [run for run in present(state, provider_thread.id) if run.ordinal <= to_ordinal]
    point = kept[-1].point if kept else fork_source_point(state, provider_thread)
    return state.run_at(point).turns[-1] if point is not None else None


def native_action(
    kind: str,
    *,
    ref: str | None = None,
    turn_ref: str | None = None,
    kept: str | None = None,
    turns: int | None = None,
    handoff_id: str | None = None,
    delivery: str | None = None,
) -> dict[str, Any]:
    """One step for the provider's adapter, as the contract writes it."""
    return {
        "kind": kind,
        "nativeThreadRef": ref,
        "nativeTurnRef": turn_ref,
        "keptTurnRef": kept,
        "turns": turns,
        "handoffId": handoff_id,
        "delivery": delivery,
    }
