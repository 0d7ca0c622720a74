"""The log of threads' changes as the store has it, the only truth about what changed."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from lineage.domain.models import LineageEvent
from lineage.live.topic import Subject
from lineage.store import views_codec
from lineage.store.store import Row, Store

READ_AT_ONCE = 500
"""Changes in one answer of the store at most."""


class Part(NamedTuple):
    """A part of a thread's log: the versions above after, up to and with the last."""

    workspace: str
    thread_id: str
    after: int
    last: int


class Tree(NamedTuple):
    """A thread and all below it: the lock of its tree, and the versions of at most so many of its threads, parents first."""

    lock: Any
    versions: list[tuple[str, int]]


class Log:
    """Reads changes and versions. What is read may be incomplete, as of a replica that lags; versions tell."""

    def __init__(self, store: Store, tree_threads: int) -> None:
        self._store = store
        self._tree_threads = tree_threads

    async def version(self, subject: Subject) -> int | None:
        """The thread's version; None when there is no such thread."""
        version: int | None = (await self._store.read(subject.workspace, "thread_version", versionOf=subject.thread_id))["threadVersion"]
        return version

    async def tree(self, subject: Subject) -> Tree | None:
        """The tree of a thread, with one thread more than are taken when it has too many; None when there is no such thread."""
        rows = await self._store.read("", "tree_versions", treesAt=[[*subject[:2], None]], treeThreads=self._tree_threads + 1)
        for _, _, lock, versions in rows["treeVersions"]:
            return Tree(lock, [(id, version) for id, version in versions])
        return None

    async def changes(self, parts: Sequence[Part]) -> list[tuple[str, LineageEvent]]:
        """Changes with their workspaces, by thread and version; of all that was asked for some when it is too much at once."""
        rows = await self._store.read("", "events_after", eventsAfter=[list(part) for part in parts], eventsAtOnce=READ_AT_ONCE)
        return _events(rows)

    async def news(
        self, parts: Sequence[Part], trees: Iterable[tuple[Subject, Any]]
    ) -> tuple[list[tuple[str, LineageEvent]], dict[Subject, Tree]]:
        """Changes as above, and the trees whose locks are no longer these, by one statement."""
        rows = await self._store.read(
            "",
            "events_after",
            "tree_versions",
            eventsAfter=[list(part) for part in parts],
            eventsAtOnce=READ_AT_ONCE,
            treesAt=[[*subject[:2], lock] for subject, lock in trees],
            treeThreads=self._tree_threads + 1,
        )
        found = {
            Subject(workspace, id, True): Tree(lock, [(thread_id, version) for thread_id, version in versions])
            for workspace, id, lock, versions in rows["treeVersions"]
        }
        return _events(rows), found


def _events(rows: Row) -> list[tuple[str, LineageEvent]]:
    found = [(row["workspace"], views_codec.event(row)) for row in rows["newEvents"]]
    return sorted(found, key=lambda entry: (entry[0], entry[1].thread_id, entry[1].version))
