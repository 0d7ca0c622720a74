"""Decisions and impacts of the service as lines for a person."""

from collections.abc import Iterable

from lineage.carrying.rolling_back import NativeRollback
from lineage.client.models import RollbackImpact, StartContextResolution
from lineage.client.words import headline, session_impact, spans, step


def why(provider: str, resolution: StartContextResolution) -> list[str]:
    """How a run would start, why not better, and the steps to it; one a line."""
    lines = [headline(provider, resolution)]
    lines += [f"because {signal.message}" for signal in resolution.signals]
    lines += [f"not {passed.strategy}: {passed.reason}" for passed in resolution.rejected]
    if resolution.actions:
        lines.append("steps: " + ", ".join(map(step, resolution.actions)))
    return lines


def impact_lines(impact: RollbackImpact) -> list[str]:
    """What a rollback does, one thing a line."""
    lines = [f"runs rolled back: {spans(impact.rolled_back_ordinals)}", *map(session_impact, impact.provider_threads)]
    for what, ids in (("handoffs", impact.superseded_handoff_ids), ("transfers", impact.superseded_transfer_ids)):
        if ids:
            lines.append(f"{what} that no longer hold: {len(ids)}")
    if impact.detached_thread_ids:
        lines.append(f"threads that lose their source, and are left alone: {', '.join(impact.detached_thread_ids)}")
    if impact.downstream_runs:
        reached = ", ".join(f"{run.thread_id} {run.ordinal}" for run in impact.downstream_runs)
        lines.append(f"runs elsewhere that what is dropped had reached: {reached}")
    if impact.rolled_back_ordinals:
        lines.append(f"newest checkpoint that stays: {impact.checkpoint_id or 'none'}")
    return lines


def native_lines(told: Iterable[NativeRollback]) -> list[str]:
    """How the native sessions took a rollback."""
    return [f"{one.provider} session {one.provider_thread_id}: {_outcome(one)}" for one in told]


def _outcome(one: NativeRollback) -> str:
    if one.failure is not None:
        return f"could not drop the runs and is not used any more ({one.failure})"
    return "dropped the runs" if one.done else "drops the runs with its next turn"
