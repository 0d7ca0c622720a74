"""From which runs content can have reached a run (section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from .state import Run, State


@dataclass(frozen=True)
class Edge:
    """One step from a run to the run that its content reached: natively, or by a handoff of a transfer of type `via`."""

    from_run: str
    to_run: str
    via: str | None
    handoff_id: str | None

    @property
    def native(self) -> bool:
        return self.handoff_id is None


def edges_into(state: State, run: Run) -> list[Edge]:
    """How content reached a begun run directly; a run that never began was reached by nothing."""
    if not run.begun:
        return []
    found = []
    if run.continues is not None:
        native_fork = state.runs[run.continues].thread_id != run.thread_id
        found.append(Edge(run.continues, run.id, "FORK" if native_fork else None, None))
    for handoff_id in run.handoff_ids:
        handoff = state.handoffs[handoff_id]
        via = state.transfers[handoff.transfer_id].type
        found += [Edge(state.run_at(point).id, run.id, via, handoff_id) for point in handoff.covered]
    return found


def provenance(state: State, run: Run, max_depth: int | None = None) -> tuple[list[str], list[Edge], bool]:
    """The sources, nearest first, the steps between them, and whether more lie beyond max_depth. Rolled-back runs count."""
    seen: dict[str, None] = {run.id: None}
    edges: list[Edge] = []
    ring, depth = [run.id], 0
    while ring and (max_depth is None or depth < max_depth):
        reached = [edge for run_id in ring for edge in edges_into(state, state.runs[run_id])]
        edges += reached
        ring = list(dict.fromkeys(edge.from_run for edge in reached if edge.from_run not in seen))
        seen.update(dict.fromkeys(ring))
        depth += 1
    cut = any(edges_into(state, state.runs[run_id]) for run_id in ring)
    return [run_id for run_id in seen if run_id != run.id], edges, cut


def reached_by(state: State, dropped: set[str], thread_id: str) -> list[Run]:
    """Begun, not rolled-back runs of other threads that the content of these runs reached, by thread creation and ordinal."""
    return [
        run
        for other in state.threads
        if other != thread_id
        for run in state.runs_of(other)
        if run.counts and dropped & set(provenance(state, run)[0])
    ]
