"""Which runs make up a thread's history, now or at a version (design 2 and 6)."""

from collections.abc import Callable

from lineage.domain.facts import RunGroup, ThreadFacts, ordinals_of
from lineage.domain.kinds import ParentRelationship, RunStatus
from lineage.domain.points import Point, PointList
from lineage.domain.ranges import highest, intersection, up_to


def history_of(facts: ThreadFacts) -> PointList:
    """The thread's history: what it inherited at its fork, then its own begun runs that are not rolled back, oldest first."""
    own = ordinals_of(group for group in facts.own_runs if group.visible_at(None))
    return inherited_history(facts) + PointList.of_thread(facts.thread.id, own)


def inherited_history(facts: ThreadFacts) -> PointList:
    """What the thread has from its parents: at each fork the parent's history as it was then, cut after the source point.

    Empty for a root and for a subagent's thread. It never changes.
    """
    parts: list[PointList] = []
    cut: Point | None = None
    for child, parent in zip(facts.line, facts.line[1:], strict=False):
        if child.relationship is not ParentRelationship.FORK or child.source is None:
            break
        cut = cut or child.source.point
        if cut.thread_id != parent.id:
            continue
        version = child.source.parent_version
        visible = ordinals_of(group for group in facts.inherited_runs.get(parent.id, ()) if group.visible_at(version))
        parts.append(PointList.of_thread(parent.id, up_to(visible, cut.ordinal)))
        cut = None
    return PointList.joined(segment for part in reversed(parts) for segment in part.segments)


def latest_stable(facts: ThreadFacts, history: PointList) -> Point | None:
    """The last point of the history whose run ended COMPLETED and has a checkpoint; None when there is none.

    That the run was rolled back in the parent since, or when the checkpoint was captured, does not matter (design 2).
    """
    return newest(facts, history, lambda group: group.checkpointed and group.ended_as is RunStatus.COMPLETED)


def newest_checkpointed(facts: ThreadFacts, history: PointList) -> Point | None:
    """The last point of the history, or of a part of it, whose run has a checkpoint, however it ended; None when there is none."""
    return newest(facts, history, lambda group: group.checkpointed)


def newest(facts: ThreadFacts, history: PointList, asked: Callable[[RunGroup], bool]) -> Point | None:
    """The last point of the history in a group of runs that passes the test."""
    for segment in reversed(history.segments):
        groups = facts.own_runs if segment.thread_id == facts.thread.id else facts.inherited_runs.get(segment.thread_id, ())
        found = highest(intersection(((segment.first, segment.last),), ordinals_of(group for group in groups if asked(group))))
        if found is not None:
            return Point(segment.thread_id, found)
    return None


def head_ordinal(facts: ThreadFacts, history: PointList) -> int:
    """The highest own ordinal in the history; 0 when there is none."""
    last = history.last
    return last.ordinal if last is not None and last.thread_id == facts.thread.id else 0
