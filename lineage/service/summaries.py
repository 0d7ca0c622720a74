"""Texts of the local summarizer for parts of histories (design 7)."""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from lineage.domain.facts import ThreadFacts
from lineage.domain.points import PointList, segments_in, together
from lineage.domain.ranges import intersection, size
from lineage.domain.staleness import SummaryLength
from lineage.domain.summary import Summary, SummaryCheckpoint, SummaryItem, SummaryRun, longest_possible, summarize

T = TypeVar("T")
Load = Callable[..., Awaitable[Mapping[str, Any]]]


class NeedsMaterial(Exception):
    """A decision asks how long the summary of a part of the history is, and only its items can tell."""

    def __init__(self, part: PointList) -> None:
        super().__init__("the items of these runs are needed")
        self.part = part


class Material:
    """What summaries of runs are made from, loaded once for all parts that are asked for."""

    def __init__(self) -> None:
        self._runs: dict[tuple[str, int], tuple[SummaryRun, SummaryCheckpoint | None]] = {}

    async def add(self, load: Load, parts: Iterable[PointList]) -> None:
        """Loads what the parts need in one statement."""
        wanted = [list(segment) for segment in segments_in(together(*(part.points for part in parts)))]
        if not wanted:
            return
        for row in (await load("summary_material", materialOf=wanted))["material"]:
            run = _run(row)
            self._runs[run.thread_id, run.ordinal] = (run, _checkpoint(row))

    def holds(self, part: PointList) -> bool:
        return all(point in self._runs for point in part)

    def summary(self, part: PointList, limit: int | None, result: str | None = None) -> Summary:
        """The text for a part of a history. result is what a subagent reported itself; it stands with the last run."""
        runs = [self._runs[point][0] for point in part]
        if result is not None and runs:
            reported = SummaryItem(kind="SUBAGENT_RESULT", text=result, data=None)
            last = runs[-1]
            runs[-1] = SummaryRun(last.thread_id, last.ordinal, last.provider, last.status, last.message, (*last.items, reported))
        return summarize(runs, self.newest_checkpoint(part), limit)

    def newest_checkpoint(self, part: PointList) -> SummaryCheckpoint | None:
        """The newest checkpoint of the part's runs, by the order of the history."""
        return next((found for point in reversed(list(part)) if (found := self._runs[point][1]) is not None), None)


def _run(row: Sequence[Any]) -> SummaryRun:
    thread_id, ordinal, provider, status, message, items, _ = row
    return SummaryRun(
        thread_id=thread_id,
        ordinal=ordinal,
        provider=provider,
        status=status,
        message=message,
        items=tuple(
            SummaryItem(kind=kind, text=text, data=json.loads(data) if data is not None else None)
            for _, kind, text, data in sorted(items, key=lambda item: item[0])
        ),
    )


def _checkpoint(row: Sequence[Any]) -> SummaryCheckpoint | None:
    if row[6] is None:
        return None
    id, workspace_ref, diff_summary = row[6]
    return SummaryCheckpoint(id, row[0], row[1], workspace_ref, json.loads(diff_summary) if diff_summary is not None else None)


def summary_length(facts: ThreadFacts, limit: int, material: Material) -> SummaryLength:
    """Tells lengths for a decision. What is below the limit for sure is not looked at closer; NeedsMaterial asks for the rest."""

    def length(part: PointList) -> int:
        if (bound := _longest(facts, part)) <= limit:
            return bound
        if not material.holds(part):
            raise NeedsMaterial(part)
        return len(material.summary(part, None).text)

    return length


def _longest(facts: ThreadFacts, part: PointList) -> int:
    characters = 0
    for thread_id, ranges in part.points.items():
        groups = facts.own_runs if thread_id == facts.thread.id else facts.inherited_runs.get(thread_id, ())
        characters += sum(group.characters for group in groups if size(intersection(group.ordinals, ranges)))
    return longest_possible(characters, len(part))


async def decided(decide: Callable[[], T], load: Load, material: Material) -> T:
    """The decision, with the items loaded that it turns out to need."""
    while True:
        try:
            return decide()
        except NeedsMaterial as need:
            await material.add(load, [need.part])
