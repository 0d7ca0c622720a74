"""The reader for OpenCode: its database, live or packed, and what it exports."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from lineage.domain.kinds import Actor, HistoryMode, ParentRelationship
from lineage.importers.loose import text
from lineage.importers.once import ToldOnce
from lineage.importers.opencode_database.content import check, steps_of
from lineage.importers.opencode_database.database import Database, holds_sessions
from lineage.importers.opencode_database.export import Export
from lineage.importers.opencode_database.kinship import Member, member_of, relate, run_id, thread_id
from lineage.importers.opencode_database.session import Session
from lineage.importers.opencode_database.turns import Turn, turns_of
from lineage.importers.reading import head_of
from lineage.importers.recorded import RecordedSession, RecordedThread, ThreadOutline
from lineage.importers.report import FaultKind, FileReport
from lineage.importers.sqlite_file import MAGIC, SqliteFile

_KEPT = {"folder": "directory", "version": "version", "agent": "agent"}


class OpenCodeReader:
    """See Reader."""

    name = "opencode"

    def recognizes(self, path: Path, head: bytes) -> bool:
        if head.startswith(MAGIC):
            return _is_database(path)
        return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and b'"info"' in head[:200] and b'"ses_' in head

    def open(self, path: Path, report: FileReport) -> "OpenedOpenCode":
        tell = ToldOnce(report)
        return OpenedOpenCode(path, _database(path, tell) if head_of(path).startswith(MAGIC) else Export(path, tell), tell)


class OpenedOpenCode:
    """See OpenedFile. It keeps the ids and marks of all turns."""

    def __init__(self, path: Path, source: Database | Export | None, tell: ToldOnce) -> None:
        self._path = path
        self._source = source
        self._tell = tell
        self._family: dict[str, Member] | None = None

    def outlines(self) -> Sequence[ThreadOutline]:
        if self._source is None:
            return []
        self._family = self._related(self._source, checking=True)
        return [_outline(member) for member in self._family.values()]

    def read(self, thread_id: str) -> RecordedThread:
        """KeyError when the file has no such thread."""
        if self._source is None:
            raise KeyError(thread_id)
        if self._family is None:
            self._family = self._related(self._source, checking=False)
        member = self._family[thread_id.removeprefix("opencode:")]
        session = member.session
        found = turns_of(self._source.messages(session.id, whole=True), self._tell)
        departure = member.departure
        is_fork = departure is not None and departure.relationship is ParentRelationship.FORK
        return RecordedThread(
            id=thread_id,
            sessions=[
                RecordedSession(
                    id=thread_id,
                    provider="opencode",
                    native_ref=session.id,
                    created_at=member.created_at,
                    history_mode=HistoryMode.PAGINATED,
                    forked_from=departure.thread_id if departure and is_fork else None,
                )
            ],
            steps=list(steps_of(session, found, member.run_ids)),
            created_at=member.created_at,
            title=text(session.info.get("title")),
            created_by=Actor.AGENT if departure is not None and not is_fork else Actor.USER,
            departure=departure,
            metadata=self._metadata(session),
        )

    def close(self) -> None:
        if self._source is not None:
            self._source.close()

    def _related(self, source: Database | Export, checking: bool) -> dict[str, Member]:
        """All sessions. Checking: what is wrong with their contents is told, which needs all of it to be read."""
        members = []
        for session in source.sessions():
            found = turns_of(source.messages(session.id, whole=checking), self._tell)
            turns = [entry for entry in found if isinstance(entry, Turn)]
            if checking:
                check(session, turns, self._tell)
            members.append(member_of(session, turns))
        return relate(members, self._tell)

    def _metadata(self, session: Session) -> dict[str, object]:
        kept: dict[str, object] = {name: told for name, key in _KEPT.items() if (told := text(session.info.get(key)))}
        if session.forked_from:
            kept["forkedFrom"] = session.forked_from
        return {**kept, "file": self._path.name}


def _outline(member: Member) -> ThreadOutline:
    names = dict(zip(member.turn_ids, member.run_ids, strict=True))
    return ThreadOutline(
        id=thread_id(member.session.id),
        session_id=member.session.id,
        created_at=member.created_at,
        run_ids=list(member.run_ids),
        places=list(member.places),
        departure=member.departure,
        spawns={child: names.get(turn, run_id(turn)) for child, turn in member.calls.items()},
    )


def _is_database(path: Path) -> bool:
    with suppress(OSError, ValueError, EOFError, sqlite3.Error):
        file = SqliteFile(path)
        try:
            return holds_sessions(file.columns)
        finally:
            file.close()
    return False


def _database(path: Path, tell: ToldOnce) -> Database | None:
    try:
        return Database(path, tell)
    except sqlite3.Error as error:
        tell(FaultKind.NOT_READABLE, f"the database cannot be opened: {error}")
        return None
