"""Places recorded threads in the graph, in batches, each tree's threads as a whole (design 2 to 6, as commands would have left them)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from lineage.domain.models import Provider
from lineage.domain.recording.recorded import RecordedThread, ThreadOutline
from lineage.domain.recording.weaving import Placement
from lineage.errors import Conflict, Gone
from lineage.service.inputs import RegisterProviderInput
from lineage.service.recording.changed import changed_rows, digest_of
from lineage.service.recording.planning import Plan, TreePlan, plan
from lineage.service.recording.recalled import recalled
from lineage.service.recording.stored import StoredThread, stored_threads
from lineage.service.recording.tree import TreeRecorder
from lineage.settings import Settings
from lineage.store.changes import Changes
from lineage.store.records.model import Records, Row
from lineage.store.records.reading import read_trees
from lineage.store.records.writing import delete_trees, write_records
from lineage.store.store import Store, Transaction

Recalled = Mapping[str, Mapping[str, RecordedThread]]
"""By the root of a tree that replaces others: their threads as they were recorded."""
Read = Callable[[str], RecordedThread | None]
BATCH_ROWS = 12_000
"""Rows in one transaction, unless one thread has more."""
ASKED_AT_ONCE = 2_000


@dataclass(slots=True)
class Batch:
    """Rows that are written in one transaction, of several trees or of a part of one."""

    records: Records = field(default_factory=Records)
    locks: dict[str, int] = field(default_factory=dict)
    """What the locks of the trees have to count at least, by root."""
    expected: dict[str, int] = field(default_factory=dict)
    """The versions that threads of the store had when this was decided."""
    replaces: set[str] = field(default_factory=set)

    def take(self, records: Records, rows: "TreeRows") -> None:
        """Adds rows of a tree."""
        if not len(records):
            return
        tree = rows.tree
        self.records.add(records)
        self.locks[tree.root_id] = rows.recorder.lock
        self.replaces |= tree.replaces
        self.expected.update(rows.versions_to_check())


class Recording:
    """Recorded threads of one workspace on their way into the store."""

    def __init__(self, store: Store, settings: Settings, profiles: Mapping[str, Provider], workspace: str) -> None:
        self._store = store
        self._workspace = workspace
        self._profiles = profiles
        self._settings = settings

    async def plan(self, outlines: Sequence[ThreadOutline]) -> Plan:
        """What will be done with these threads; writes nothing."""
        return plan(outlines, await self._stored(outlines))

    async def _stored(self, outlines: Sequence[ThreadOutline]) -> dict[str, StoredThread]:
        roots: set[str] = set()
        for start in range(0, len(outlines), ASKED_AT_ONCE):
            part = outlines[start : start + ASKED_AT_ONCE]
            ids = [outline.id for outline in part]
            parents = [outline.departure.thread_id for outline in part if outline.departure is not None]
            runs = {outline.run_ids[0] for outline in part if outline.run_ids}
            runs |= {outline.departure.run_id for outline in part if outline.departure is not None and outline.departure.run_id}
            found = await self._store.read(self._workspace, "stored_roots", threadIds=[*ids, *parents], runIds=sorted(runs), awaited=ids)
            roots.update(found["storedRoots"])
        stored: dict[str, StoredThread] = {}
        for root in sorted(roots):
            found = await self._store.read(self._workspace, "stored_threads", roots=[root])
            stored.update(stored_threads(found["storedThreads"]))
        return stored

    async def recalled(self, roots: Sequence[str]) -> dict[str, RecordedThread]:
        """The threads of these trees, as they were recorded; those of trees that are not there left out."""
        whole = Records()
        async for part in read_trees(self._store, self._workspace, roots):
            whole.add(part.records)
        return recalled(whole)

    async def known(self, thread_ids: Sequence[str]) -> list[str]:
        """Those of these threads that the store has."""
        found = await self._store.read(self._workspace, "threads", threadIds=list(thread_ids))
        return [row["id"] for row in found["threads"]]

    async def write(self, batch: Batch) -> None:
        """Writes a batch, wholly or not at all. CONFLICT when its trees changed since they were looked at: plan again then."""

        async def work(transaction: Transaction) -> None:
            locks = [[root, made] for root, made in sorted(batch.locks.items())]
            held = await transaction.run("lock_trees", lockRoots=locks, lockThreads=sorted(batch.expected))
            if dict(held["lockedVersions"]) != batch.expected:
                raise Conflict("threads changed while they were imported: import again")
            threads = [row["set"]["id"] for row in batch.records.threads]
            for id, how, at in (await transaction.run("closed_threads", threadIds=threads))["closedThreads"]:
                raise Gone(f"thread {id!r} was {how} at {at}: nothing is imported into it any more")
            if batch.replaces:
                await delete_trees(transaction, sorted(batch.replaces))
            await write_records(transaction, batch.records)

        await self._store.write(self._workspace, "import", work)

    async def closed(self, thread_ids: Sequence[str]) -> dict[str, str]:
        """Those of these threads that take no histories any more: pruned ones, and those whose texts were deleted, by which it is."""
        found: dict[str, str] = {}
        for start in range(0, len(thread_ids), ASKED_AT_ONCE):
            asked = list(thread_ids[start : start + ASKED_AT_ONCE])
            rows = (await self._store.read(self._workspace, "closed_threads", threadIds=asked))["closedThreads"]
            found.update((id, how) for id, how, _ in rows)
        return found

    async def live(self, references: Sequence[str]) -> set[str]:
        """Those of these native references that provider threads of the store have which no import made."""
        found: set[str] = set()
        for start in range(0, len(references), ASKED_AT_ONCE):
            asked = list(references[start : start + ASKED_AT_ONCE])
            found.update((await self._store.read(self._workspace, "live_sessions", references=asked))["liveSessions"])
        return found

    def batches(self, plan: Plan, read: Read, recalled: Recalled) -> Iterator[Batch]:
        """The rows of all trees of the plan, see batches."""
        return batches(plan, read, recalled, self._settings, self._profiles)


def batches(plan: Plan, read: Read, recalled: Recalled, settings: Settings, profiles: Mapping[str, Provider]) -> Iterator[Batch]:
    """The rows of all trees of the plan. read gives a thread's content, None to leave it out with all below it."""
    limits = limits_of(settings)
    batch = Batch()
    for tree in plan.trees:
        rows = TreeRows(tree, TreeRecorder(plan.woven.point_of, limits), profiles)
        for records in rows.parts(read, recalled.get(tree.root_id, {})):
            batch.take(records, rows)
            if len(batch.records) >= BATCH_ROWS and not tree.replaces:
                yield batch
                batch = Batch()
        if len(batch.records) >= BATCH_ROWS:
            yield batch
            batch = Batch()
    if len(batch.records):
        yield batch


def limits_of(settings: Settings) -> dict[str, int]:
    """The policy that a run keeps, as its properties."""
    policy = settings.policy
    return {
        "maxOffProviderRuns": policy.max_off_provider_runs,
        "maxChainedHandoffs": policy.max_chained_handoffs,
        "maxDeltaRanges": policy.max_delta_ranges,
    }


class TreeRows:
    """The rows of one tree, thread after thread."""

    def __init__(self, tree: TreePlan, recorder: TreeRecorder, profiles: Mapping[str, Provider]) -> None:
        self.tree = tree
        self.recorder = recorder
        self._profiles = profiles
        self._root_row: Row | None = None
        self._unchecked = {id: thread.version for id, thread in tree.stored.items()}

    def versions_to_check(self) -> dict[str, int]:
        """The versions that its threads had in the store when this was planned: asked for once, before its first rows are written."""
        versions, self._unchecked = self._unchecked, {}
        return versions

    def parts(self, read: Read, recalled: Mapping[str, RecordedThread]) -> Iterator[Records]:
        """What has to be written of each thread, and in the end of all of them together."""
        if not self.tree.replaces:
            self.recorder.keep_places(thread.state.made for thread in self.tree.stored.values())
        for placement in self.tree.placements:
            if placement.parent_id is not None and placement.parent_id not in self.recorder.threads:
                continue
            if (records := self._of(placement, read, recalled)) is not None:
                yield self._with_lock(records)
        yield self._with_lock(self.recorder.finish())

    def _of(self, placement: Placement, read: Read, recalled: Mapping[str, RecordedThread]) -> Records | None:
        before = self.tree.stored.get(placement.thread_id)
        wanted = placement.thread_id in self.tree.read
        if before is not None and not wanted and not self.tree.replaces:
            self.recorder.know(before.state, before.spawned)
            return None
        thread = read(placement.thread_id) if wanted else recalled[placement.thread_id]
        if thread is None:
            return None
        stands = before if not self.tree.replaces else None
        records = self.recorder.record(thread, placement, stands.state.made if stands is not None else None)
        records.providers = [profile_row(kind) for kind in {session.provider for session in thread.sessions} if kind not in self._profiles]
        records.threads[0]["set"]["importedDigest"] = digest_of(records)
        if stands is not None:
            records = changed_rows(records, stands)
        return records

    def _with_lock(self, records: Records) -> Records:
        if records.threads and records.threads[0]["parentId"] is None:
            self._root_row = records.threads[0]
        if self._root_row is not None:
            self._root_row["lockMade"] = self.recorder.lock
        return records


def profile_row(kind: str) -> Row:
    """The profile of a provider that nobody registered: one that accepts handoffs and can do nothing natively."""
    row = Changes(datetime.now(UTC))
    row.set_provider(Provider(**RegisterProviderInput(kind=kind).model_dump(exclude={"command_id"})))
    written = row.rows["set_providers"][0]
    return {"set": {"kind": kind, **written["set"]}}
