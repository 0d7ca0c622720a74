"""staleProviderThreads: which provider threads are stale now, judged by the rules that judge a single one (design 3, signals)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lineage.domain.facts import ProviderThreadFacts, ThreadFacts
from lineage.domain.history import history_of
from lineage.domain.models import Provider, Staleness, StalenessSignal
from lineage.domain.points import PointList
from lineage.domain.staleness import Judgement, Policy, ResumeRequest, judge, staleness_of
from lineage.service.checks import ask
from lineage.service.summaries import Material, NeedsMaterial, summary_length
from lineage.store import views_codec
from lineage.store.facts_codec import thread_facts
from lineage.store.store import Store

JUDGED_AT_ONCE = 50
JUDGED_AT_MOST = 100
RUNS_AT_MOST = 20_000
CHARACTERS_AT_MOST = 4_000_000
"""How much one page may cost: provider threads, runs that their facts are of, characters of the items that summaries are made from.
What is above the last two begins the next page, unless it begins this one."""


@dataclass(frozen=True, slots=True)
class StaleProviderThread:
    """causes are the signals for which it is not resumed; staleness has those too that only inform."""

    provider_thread_id: str
    staleness: Staleness
    causes: tuple[StalenessSignal, ...]


@dataclass(frozen=True, slots=True)
class StalePage:
    """last is the place after which the next page begins, that of the last one that was judged; None when nothing was."""

    stale: tuple[StaleProviderThread, ...]
    last: str | None
    has_next: bool


@dataclass(frozen=True, slots=True)
class _Candidate:
    id: str
    facts: ThreadFacts
    provider_thread: ProviderThreadFacts
    provider: Provider


class StaleProviderThreads:
    """Looks through the provider threads of a workspace in the order of their ids. shipped are the profiles that come with the service."""

    def __init__(self, store: Store, workspace: str, shipped: Mapping[str, Provider], policy: Policy) -> None:
        self._store = store
        self._workspace = workspace
        self._shipped = shipped
        self._policy = policy

    async def page(self, first: int, after: str | None, provider: str | None) -> StalePage:
        """Up to first stale ones after a place, of one provider where it is given; fewer, or none, after JUDGED_AT_MOST were judged."""
        stale: list[StaleProviderThread] = []
        judged, place = 0, after
        while True:
            wanted = min(JUDGED_AT_ONCE, JUDGED_AT_MOST - judged)
            rows = (
                await self._store.read(
                    self._workspace, "stale_candidates", candidatesAfter=place, candidatesFirst=wanted + 1, provider=provider
                )
            )["candidates"]
            some = _affordable(rows[:wanted])
            found_some = await self._judged(some)
            for id, found in found_some:
                place = id
                judged += 1
                if found is not None:
                    stale.append(found)
                if len(stale) == first:
                    return StalePage(tuple(stale), place, has_next=id != rows[-1][0])
            if len(found_some) == len(rows):
                return StalePage(tuple(stale), place, has_next=False)
            if judged >= JUDGED_AT_MOST or len(found_some) < wanted:
                return StalePage(tuple(stale), place, has_next=True)

    async def _judged(self, candidates: Sequence[tuple[str, str]]) -> list[tuple[str, StaleProviderThread | None]]:
        """Each with what it is found to be, None for one that is fit; those at the end left out whose summaries would cost too much."""
        if not candidates:
            return []
        threads = list(dict.fromkeys(thread_id for _, thread_id in candidates))
        loaded = await self._store.read(
            self._workspace,
            "thread_facts",
            "profiles",
            asks=[ask(thread_id) for thread_id in threads],
            kinds=[],
            profileThreadIds=threads,
            profileProviderThreadIds=[],
        )
        profiles = {**self._shipped, **{row["kind"]: views_codec.provider(row) for row in loaded["profiles"]}}
        facts = {record["id"]: thread_facts(record) for record in loaded["threadFacts"]}
        served = {one.id: (found, one) for found in facts.values() for one in found.provider_threads}
        known = [_Candidate(id, *served[id], profiles[served[id][1].provider]) for id, _ in candidates if id in served]
        return await self._decided(known)

    async def _decided(self, candidates: Sequence[_Candidate]) -> list[tuple[str, StaleProviderThread | None]]:
        """As questions.staleness does for one, with the items of all loaded together."""
        material = Material()
        parts: list[PointList] = []
        characters, affordable = 0, 0
        for candidate in candidates:
            needed = self._needed(candidate, material)
            if needed is not None:
                characters += needed[1]
                if characters > CHARACTERS_AT_MOST and affordable:
                    break
                parts.append(needed[0])
            affordable += 1
        await material.add(self._load, parts)
        return [(candidate.id, self._told(candidate, material)) for candidate in candidates[:affordable]]

    async def _load(self, *names: str, **parameters: object) -> Mapping[str, object]:
        return await self._store.read(self._workspace, *names, **parameters)

    def _needed(self, candidate: _Candidate, material: Material) -> tuple[PointList, int] | None:
        """The part of the history whose items its judgement takes, with how many characters they have at most."""
        try:
            self._judge(candidate, material)
        except NeedsMaterial as need:
            groups = (*candidate.facts.own_runs, *(group for found in candidate.facts.inherited_runs.values() for group in found))
            return need.part, sum(group.characters for group in groups)
        return None

    def _judge(self, candidate: _Candidate, material: Material) -> Judgement:
        length = summary_length(candidate.facts, candidate.provider.max_handoff_chars, material)
        history = history_of(candidate.facts)
        return judge(candidate.provider_thread, history, candidate.provider, ResumeRequest(), self._policy, length)

    def _told(self, candidate: _Candidate, material: Material) -> StaleProviderThread | None:
        judgement = self._judge(candidate, material)
        if not judgement.stale:
            return None
        staleness = staleness_of(judgement, history_of(candidate.facts), candidate.provider)
        return StaleProviderThread(candidate.id, staleness, judgement.against)


def _affordable(rows: Sequence[Sequence[object]]) -> list[tuple[str, str]]:
    """The candidates at the beginning whose facts are not of too many runs together, one at least; a thread's runs count once."""
    some: list[tuple[str, str]] = []
    runs: dict[str, int] = {}
    for id, thread_id, count in rows:
        runs[str(thread_id)] = int(str(count or 0))
        if some and sum(runs.values()) > RUNS_AT_MOST:
            break
        some.append((str(id), str(thread_id)))
    return some
