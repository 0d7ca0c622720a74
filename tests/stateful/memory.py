"""What each thread was like at each of its versions, remembered while that version was its present one (design 6)."""

from typing import Any

from tests.model import answers
from tests.model.coverage import coverage
from tests.model.history import belongs, head_ordinal, history, inherited, latest_stable
from tests.model.state import Point, State, Thread

Snapshot = dict[str, Any]


class Memory:
    """Snapshots by thread and version."""

    def __init__(self) -> None:
        self._snapshots: dict[tuple[str, int], Snapshot] = {}

    def take(self, state: State) -> None:
        for thread in state.threads.values():
            self._snapshots[thread.id, thread.version] = snapshot(state, thread)

    def as_of(self, state: State, thread_id: str, version: int) -> Snapshot:
        """As the service has to answer asOf now: the thread as it was.

        A checkpoint of an inherited run counts whenever it was captured, and a handoff of the runs of then whenever it was consumed:
        a running run takes a subagent's result without a new version.
        """
        past = self._snapshots[thread_id, version]
        for one in past["coverage"]:
            runs = [run for run in state.runs_on(one["providerThreadId"]) if belongs(run, version)]
            one["handoffIds"] = [handoff_id for run in runs for handoff_id in run.handoff_ids]
        stable: Point | None = past["ownStable"] or latest_stable(state, inherited(state, thread_id))
        checkpoint = state.run_at(stable).checkpoint_id if stable is not None else None
        return {**past, "latestStable": answers.point(state, stable, checkpoint)}


def snapshot(state: State, thread: Thread) -> Snapshot:
    points = history(state, thread.id)
    serving = [one for one in state.provider_threads.values() if one.thread_id == thread.id]
    known = [(one.id, coverage(state, one)) for one in serving]
    return {
        "history": answers.segment_list(points),
        "headOrdinal": head_ordinal(state, thread.id),
        "ownStable": latest_stable(state, [point for point in points if point[0] == thread.id]),
        "coverage": [
            {
                "providerThreadId": id_,
                "nativeRunOrdinals": knows.native,
                "covered": answers.segment_list(knows.covered),
                "missing": answers.segment_list(knows.missing),
                "compactedThrough": answers.point(state, knows.compacted),
            }
            for id_, knows in known
        ],
    }
