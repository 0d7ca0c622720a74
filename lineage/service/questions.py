"""The questions, each one statement to the store, its rules applied to what comes back."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from lineage.domain.facts import ProviderThreadFacts, ThreadFacts
from lineage.domain.history import history_of
from lineage.domain.models import Provider, ProviderThread, RollbackImpact, Staleness, StartContextResolution, Thread, TreeNode
from lineage.domain.points import Point, PointList
from lineage.domain.provenance import ContentFlow, Origins, origins_of
from lineage.domain.resolution import resolution_of
from lineage.domain.staleness import ResumeRequest, judge, staleness_of
from lineage.domain.start import StartDecision
from lineage.errors import BadInput, NotFound
from lineage.service.checks import ask, found_thread, no_active_run
from lineage.service.handoff_previews import HandoffPreview, handoff_previews
from lineage.service.inputs import StartContextInput
from lineage.service.openings import FACTS
from lineage.service.reading_together import ReadingTogether, can_be_together, entry_key
from lineage.service.rollback import IMPACT_QUERIES, foretell, impact_of, impact_parameters
from lineage.service.start_run import decision_of, policy_of
from lineage.service.summaries import Material, decided, summary_length
from lineage.service.unit import provider_of
from lineage.settings import Settings
from lineage.store import views_codec
from lineage.store.facts_codec import thread_facts
from lineage.store.flow_codec import content_flow
from lineage.store.store import Row, Store
from lineage.store.tree_codec import tree_nodes


class Questions:
    """What is asked of one workspace."""

    def __init__(self, store: Store, settings: Settings, shipped: Mapping[str, Provider], workspace: str) -> None:
        self._store = store
        self._settings = settings
        self._shipped = shipped
        self._workspace = workspace
        self._together = ReadingTogether(partial(store.read, workspace))

    async def read(self, *names: str, **parameters: Any) -> Row:
        """What the queries return together, and perhaps what others are asking for at this time."""
        if can_be_together(names):
            return await self._together.read(*names, **parameters)
        return await self._store.read(self._workspace, *names, **parameters)

    async def read_facts(self, **parameters: Any) -> Row:
        """Facts of threads, and profiles of providers, as far as they are asked for; of profiles there may be more."""
        loaded = await self.read(*FACTS, **parameters)
        threads, provider_threads = (frozenset(parameters.get(name, ())) for name in ("threadIds", "providerThreadIds"))
        asks = {entry_key(entry) for entry in parameters.get("asks", ())}
        return {
            "threads": [row for row in loaded["threads"] if row["id"] in threads],
            "providerThreads": [row for row in loaded["providerThreads"] if row["id"] in provider_threads],
            "threadFacts": [row for row in loaded["threadFacts"] if entry_key(row["ask"]) in asks],
            "profiles": loaded["profiles"],
        }

    async def thread_facts(self, thread_ids: Sequence[str], as_of: int | None = None) -> dict[str, ThreadFacts]:
        """The facts of the threads that exist, by id; their own runs as they were at a version where one is given."""
        loaded = await self.read_facts(asks=[ask(thread_id, as_of=as_of) for thread_id in thread_ids])
        return {record["id"]: thread_facts(record) for record in loaded["threadFacts"]}

    async def thread_with_facts(self, thread_id: str) -> tuple[Thread | None, ThreadFacts | None]:
        """A thread and its facts; None twice when there is none."""
        loaded = await self.read_facts(threadIds=[thread_id], asks=[ask(thread_id)])
        if not loaded["threads"]:
            return None, None
        return views_codec.thread(loaded["threads"][0]), thread_facts(loaded["threadFacts"][0])

    async def provider_thread_with_facts(
        self, provider_thread_id: str
    ) -> tuple[ProviderThread | None, ThreadFacts | None, Provider | None]:
        """A provider thread, the facts of the thread that it serves, and its provider's profile; None for each when there is none."""
        loaded = await self.read_facts(
            providerThreadIds=[provider_thread_id],
            asks=[ask(None, provider_thread_id=provider_thread_id)],
            profileProviderThreadIds=[provider_thread_id],
        )
        if not loaded["providerThreads"]:
            return None, None, None
        found = views_codec.provider_thread(loaded["providerThreads"][0])
        return found, thread_facts(loaded["threadFacts"][0]), self._profiles(loaded["profiles"]).get(found.provider)

    async def fork_tree(
        self, thread_id: str, max_depth: int | None, first: int, after: tuple[int, int] | None
    ) -> tuple[int, list[tuple[tuple[int, int], TreeNode]]]:
        """How many threads the tree has, and a page of its nodes, each with its place, with one more when another page follows."""
        if max_depth is not None and max_depth < 0:
            raise BadInput(f"maxDepth {max_depth} is negative")
        loaded = await self.read(
            "fork_tree", treeThreadId=thread_id, treeMaxDepth=max_depth, treeAfter=list(after) if after else None, treeFirst=first + 1
        )
        if (tree := loaded["tree"]) is None:
            raise NotFound(f"thread {thread_id!r} is not known")
        return tree["total"], tree_nodes(tree)

    async def providers(self, kinds: Sequence[str]) -> dict[str, Provider]:
        """The profiles of these providers, as far as they are known."""
        loaded = await self.read_facts(kinds=list(kinds))
        return self._profiles(loaded["profiles"])

    async def all_providers(self) -> list[Provider]:
        """Every provider that was registered or comes with the service, by kind."""
        loaded = await self.read("all_providers")
        return [profile for _, profile in sorted(self._profiles(loaded["providers"]).items())]

    def _profiles(self, rows: Sequence[Row]) -> dict[str, Provider]:
        return {**self._shipped, **{row["kind"]: views_codec.provider(row) for row in rows}}

    async def resolve_start_context(self, asked: StartContextInput) -> StartContextResolution:
        """How a run would start. NOT_FOUND for a thread or provider, ACTIVE_RUN while one is active."""
        decision, _, _ = await self._start(asked)
        return resolution_of(decision)

    async def handoff_previews(self, asked: StartContextInput) -> list[HandoffPreview]:
        """What a run would be told if it started now, with the errors of resolveStartContext."""
        decision, provider, material = await self._start(asked)
        return await handoff_previews(decision, provider.max_handoff_chars, material, self.read)

    async def _start(self, asked: StartContextInput) -> tuple[StartDecision, Provider, Material]:
        """The decision of design 3, the provider's profile, and the material that was loaded to decide."""
        loaded = await self.read_facts(asks=[ask(asked.thread_id, with_turns=True)], kinds=[asked.provider])
        facts = found_thread(loaded, asked.thread_id)
        provider = provider_of(self._profiles(loaded["profiles"]), asked.provider)
        no_active_run(facts)
        request = ResumeRequest(asked.model, asked.runtime_mode, asked.clean_context)
        policy = policy_of(asked.policy, self._settings.policy)
        material = Material()
        return await decision_of(facts, provider, request, policy, material, self.read), provider, material

    async def staleness(
        self, facts: ThreadFacts, provider_thread: ProviderThreadFacts, provider: Provider, request: ResumeRequest
    ) -> Staleness:
        """Whether a provider thread is fit to be resumed, judged alone, by the limits of the settings."""
        history, material = history_of(facts), Material()
        length = summary_length(facts, provider.max_handoff_chars, material)
        judgement = await decided(
            lambda: judge(provider_thread, history, provider, request, self._settings.policy, length), self.read, material
        )
        return staleness_of(judgement, history, provider)

    async def rollback_impact(self, thread_id: str, to_ordinal: int) -> RollbackImpact:
        """What a rollback would do, with the errors of rollbackThread."""
        if to_ordinal < 0:
            raise BadInput(f"toOrdinal {to_ordinal} is negative")
        loaded = await self.read(*IMPACT_QUERIES, **impact_parameters(thread_id, to_ordinal))
        return await impact_of(foretell(loaded, self._profiles(loaded["profiles"]), thread_id, to_ordinal), self.read)

    async def histories(self, first_id: str, second_id: str) -> tuple[PointList, PointList]:
        """The histories of two threads. NOT_FOUND for either."""
        facts = await self.thread_facts(list(dict.fromkeys([first_id, second_id])))
        for thread_id in (first_id, second_id):
            if thread_id not in facts:
                raise NotFound(f"thread {thread_id!r} is not known")
        return history_of(facts[first_id]), history_of(facts[second_id])

    async def provenance(self, run_id: str, max_depth: int | None) -> tuple[ContentFlow, Origins]:
        """Where a run's content can have come from. NOT_FOUND for the run, BAD_INPUT for a negative depth."""
        if max_depth is not None and max_depth < 0:
            raise BadInput(f"maxDepth {max_depth} is negative")
        found = (await self.read("content_flow", flowThreadId=None, flowRunId=run_id, flowFrom=None))["contentFlow"]
        if found is None:
            raise NotFound(f"run {run_id!r} is not known")
        flow = content_flow(found["members"])
        return flow, origins_of(flow, Point(*found["point"]), max_depth, self._settings.max_provenance_edges)

    async def runs_at(self, points: Sequence[Point]) -> dict[Point, tuple[str, str | None]]:
        """The ids of the runs at points, with those of their checkpoints."""
        loaded = await self.read("runs_at", points=[list(point) for point in dict.fromkeys(points)])
        return {Point(thread_id, ordinal): (run_id, checkpoint_id) for thread_id, ordinal, run_id, checkpoint_id in loaded["runsAt"]}
