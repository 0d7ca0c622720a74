"""The reader for LangGraph's SQLite checkpoints."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from lineage.domain.kinds import Actor, HistoryMode, NativeRefStrength, ParentRelationship
from lineage.importers.langgraph.content import RunReader
from lineage.importers.langgraph.family import Kin, family_of
from lineage.importers.langgraph.rows import Rows, holds_checkpoints, time_of
from lineage.importers.loose import EPOCH
from lineage.importers.once import ToldOnce
from lineage.importers.recorded import RecordedSession, RecordedThread, ThreadOutline
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.sqlite_file import MAGIC, SqliteFile


class LangGraphReader:
    """See Reader."""

    name = "langgraph"

    def recognizes(self, path: Path, head: bytes) -> bool:
        if not head.startswith(MAGIC):
            return False
        with suppress(OSError, sqlite3.Error):
            file = SqliteFile(path)
            try:
                return holds_checkpoints(file.columns)
            finally:
                file.close()
        return False

    def open(self, path: Path, report: FileReport) -> "OpenedLangGraph":
        tell = ToldOnce(report)
        try:
            return OpenedLangGraph(path, Rows(path, tell), tell)
        except sqlite3.Error as error:
            tell(FaultKind.NOT_READABLE, f"the database cannot be opened: {error}")
            return OpenedLangGraph(path, None, tell)


class OpenedLangGraph:
    """See OpenedFile. It keeps which namespaces each of LangGraph's threads has."""

    def __init__(self, path: Path, rows: Rows | None, tell: ToldOnce) -> None:
        self._path = path
        self._rows = rows
        self._tell = tell
        self._namespaces: dict[str, list[str]] | None = None
        self._read_last: dict[str, Kin] = {}

    def outlines(self) -> Sequence[ThreadOutline]:
        if self._rows is None:
            return []
        self._rows.check()
        return [self._outline(kin) for root in self._roots() for kin in self._family(root)]

    def read(self, thread_id: str) -> RecordedThread:
        """KeyError when the file has no such thread."""
        if thread_id not in self._read_last:
            named = thread_id.removeprefix("langgraph:")
            for root in self._roots():
                if named == root or named.startswith(f"{root}:"):
                    self._read_last = {kin.id: kin for kin in self._family(root)}
                    if thread_id in self._read_last:
                        break
        return self._thread(self._read_last[thread_id])

    def close(self) -> None:
        if self._rows is not None:
            self._rows.close()

    def _roots(self) -> Iterator[str]:
        if self._namespaces is None:
            self._namespaces = {}
            for root, namespace in self._rows.graphs() if self._rows else ():
                self._namespaces.setdefault(root, []).append(namespace)
        return iter(self._namespaces)

    def _family(self, root: str) -> list[Kin]:
        assert self._rows is not None and self._namespaces is not None, "it has threads"
        return family_of(self._rows, root, self._namespaces[root], self._tell)

    def _outline(self, kin: Kin) -> ThreadOutline:
        segments = kin.branch.segments
        return ThreadOutline(
            id=kin.id,
            session_id=kin.id.removeprefix("langgraph:"),
            created_at=self._created_at(kin),
            run_ids=[kin.run_id(segment) for segment in segments],
            places=[segment.first.place or 0 for segment in segments],
            departure=kin.departure,
            spawns={call.namespace: call.run_id for call in kin.calls},
        )

    def _thread(self, kin: Kin) -> RecordedThread:
        assert self._rows is not None, "it has threads"
        created_at = self._created_at(kin)
        relationship = kin.departure.relationship if kin.departure else None
        is_main = kin.departure is None and kin.id == f"langgraph:{kin.root}"
        session = RecordedSession(
            id=kin.id,
            provider="langgraph",
            native_ref=kin.id.removeprefix("langgraph:"),
            created_at=created_at,
            # LangGraph's own id goes on with whatever branch was touched last; another one is found by a checkpoint alone.
            ref_strength=NativeRefStrength.STRONG if is_main else NativeRefStrength.WEAK,
            history_mode=HistoryMode.PAGINATED,
            forked_from=kin.departure.thread_id if kin.departure and relationship is ParentRelationship.FORK else None,
        )
        return RecordedThread(
            id=kin.id,
            sessions=[session],
            steps=list(RunReader(self._rows, kin).runs()),
            created_at=created_at,
            created_by=Actor.AGENT if relationship is ParentRelationship.SUBAGENT else Actor.USER,
            departure=kin.departure,
            metadata={"file": self._path.name, "thread": kin.root, **({"namespace": kin.namespace} if kin.namespace else {})},
        )

    def _created_at(self, kin: Kin) -> datetime:
        first = kin.branch.first.id
        if (at := time_of(first)) is not None:
            return at
        state = self._rows.state(kin.root, kin.namespace, first) if self._rows else None
        return (state and state.at) or EPOCH
