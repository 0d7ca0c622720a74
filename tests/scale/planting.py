"""Large lineage trees, written by the driver in batches with all that the service records of the like.

Every run is on codex and completed, and the last of each thread has a checkpoint: run n of a thread started at version
3n - 1, began at 3n and ended at 3n + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from neo4j import Driver

from tests.scale import texts

Point = tuple[str, int]


@dataclass
class PlantedThread:
    """A thread with its own runs. A fork with runs started in a native fork of the provider thread that ran its source point."""

    id: str
    runs: int
    parent: "PlantedThread | None" = None
    source: Point | None = None
    clean: bool = False
    """Whether each run started with a clean context: on a provider thread of its own, with a handoff that covers all runs before it."""
    depth: int = field(init=False)
    history: list[Point] = field(init=False)

    def __post_init__(self) -> None:
        self.depth = 0 if self.parent is None else self.parent.depth + 1
        inherited: list[Point] = []
        if self.parent is not None:
            assert self.source is not None
            inherited = self.parent.history[: self.parent.history.index(self.source) + 1]
        self.history = [*inherited, *((self.id, ordinal) for ordinal in range(1, self.runs + 1))]

    @property
    def version(self) -> int:
        return 1 + 3 * self.runs

    @property
    def inherited(self) -> list[tuple[str, int, int]]:
        """The segments that it has from its parents."""
        return segments(self.history[: len(self.history) - self.runs])


def segments(points: Sequence[Point]) -> list[tuple[str, int, int]]:
    """The longest parts with adjacent ordinals of one thread."""
    found: list[tuple[str, int, int]] = []
    for thread_id, ordinal in points:
        if found and found[-1][0] == thread_id and found[-1][2] + 1 == ordinal:
            found[-1] = (thread_id, found[-1][1], ordinal)
        else:
            found.append((thread_id, ordinal, ordinal))
    return found


def plant(driver: Driver, database: str, workspace: str, threads: Sequence[PlantedThread]) -> None:
    """Writes one lineage tree, its root first and each parent before its forks."""
    made = {thread.id: 1 if place == 0 else (place + 1) * 100_000 + 1 for place, thread in enumerate(threads)}

    def write(text: str, rows: Sequence[dict[str, Any]], size: int = 5000) -> None:
        for start in range(0, len(rows), size):
            driver.execute_query(text, rows=rows[start : start + size], workspace=workspace, database_=database)

    root = threads[0]
    places = len(threads) + sum(thread.runs for thread in threads if thread.clean)
    write(texts.LOCK, [{"id": root.id, "made": places}])
    write(
        texts.THREADS,
        [
            {
                "id": thread.id,
                "rootId": root.id,
                "parentId": thread.parent.id if thread.parent else None,
                "depth": thread.depth,
                "made": made[thread.id],
                "version": thread.version,
                "runs": thread.runs,
                "clean": thread.clean,
            }
            for thread in threads
        ],
        size=1000,
    )
    write(texts.FORKS, [_fork(thread, made[thread.id]) for thread in threads if thread.parent is not None], size=1000)
    inherits = [
        {"id": thread.id, "threadId": part[0], "from": part[1], "to": part[2]}
        for thread in threads
        if thread.runs and thread.parent is not None
        for part in thread.inherited
    ]
    write(texts.INHERITS, inherits, size=10_000)
    write(texts.CLEAN_STARTS, [{"id": thread.id, "made": places * 100_000} for thread in threads if thread.clean])


def _fork(thread: PlantedThread, made: int) -> dict[str, Any]:
    assert thread.parent is not None and thread.source is not None
    return {
        "id": thread.id,
        "parentId": thread.parent.id,
        "sourceThreadId": thread.source[0],
        "sourceOrdinal": thread.source[1],
        "sourceVersion": thread.parent.version,
        "made": made + 1,
        "started": thread.runs > 0,
    }
