"""How long the service's local summarizer makes a text, for the model, which has to know when a delta would be too long."""

from collections.abc import Callable, Sequence

from lineage.domain.summary import SummaryCheckpoint, SummaryItem, SummaryRun, summarize
from tests.model.history import newest_checkpoint
from tests.model.state import Point, Run, State
from tests.stateful.names import Names


def summary_length(state: Callable[[], State], names: Names) -> Callable[[list[Point]], int]:
    """The length in characters of the text for some points. Texts name things by the service's ids, so these count."""

    def length(points: Sequence[Point]) -> int:
        now = state()
        runs = [_run(names, now.run_at(point)) for point in points]
        return len(summarize(runs, _checkpoint(now, names, list(points))).text)

    return length


def _run(names: Names, run: Run) -> SummaryRun:
    return SummaryRun(
        thread_id=names.id(run.thread_id),
        ordinal=run.ordinal,
        provider=names.id(run.provider),
        status=run.ended_as or run.status,
        message=run.message,
        items=tuple(SummaryItem(kind=item["kind"], text=item["text"], data=item["data"]) for item in run.items),
    )


def _checkpoint(state: State, names: Names, points: list[Point]) -> SummaryCheckpoint | None:
    id_ = newest_checkpoint(state, points)
    if id_ is None:
        return None
    checkpoint = state.checkpoints[id_]
    run = state.runs[checkpoint.run_id]
    return SummaryCheckpoint(names.id(id_), names.id(checkpoint.thread_id), run.ordinal, checkpoint.workspace_ref, checkpoint.diff_summary)
