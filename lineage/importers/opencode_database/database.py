"""opencode.db: the tables session, message and part, and session_message of newer versions instead of the last two.

Rows are read in the order in which OpenCode itself reads them: messages by their time and id, or by seq where there is one.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lineage.importers.loose import Json, mapping, number, parsed, text
from lineage.importers.once import ToldOnce
from lineage.importers.opencode_database.newer import messages_of_rows
from lineage.importers.opencode_database.session import Message, Session
from lineage.importers.report import FaultKind
from lineage.importers.sqlite_file import SqliteFile, as_bytes, as_text

_SESSION_TABLES = ("session_v2", "session")
_COLUMNS = (
    "id", "parent_id", "fork_session_id", "fork_message_id", "fork_boundary", "title", "directory", "version", "agent",
    "model", "revert", "metadata", "time_created", "time_updated",
)  # fmt: skip
_JSON_COLUMNS = frozenset({"model", "revert", "metadata", "fork_boundary"})
_CALLS_SUBAGENTS = b'"task"'
"""What the row of a part that calls a subagent has in it, and few others."""

PartRow = tuple[int | None, str | None, object]
"""The row's number, the part's id and its data."""


def holds_sessions(columns: dict[str, frozenset[str]]) -> bool:
    """Whether a database with these tables is OpenCode's."""
    has_sessions = any({"id", "directory"} <= columns.get(table, frozenset()) for table in _SESSION_TABLES)
    return has_sessions and ("part" in columns or "session_message" in columns)


class Database:
    """See Source."""

    def __init__(self, path: Path, tell: ToldOnce) -> None:
        self._file = SqliteFile(path)
        self._tell = tell
        self._has_newer_rows = self._looked_for_newer_rows()
        if self._file.damage is not None:
            tell(FaultKind.CUT_LINE, f"the file can be unpacked only in part: {self._file.damage}")

    def close(self) -> None:
        self._file.close()

    def sessions(self) -> Iterator[Session]:
        found: dict[str, Session] = {}
        for table in _SESSION_TABLES:
            columns = self._file.columns.get(table, frozenset())
            if "id" in columns:
                for session in self._sessions_in(table, columns):
                    found.setdefault(session.id, session)
        made = {id: number(session.info["time"]["created"]) or 0 for id, session in found.items()}
        yield from sorted(found.values(), key=lambda session: (made[session.id], session.id))

    def messages(self, session_id: str, whole: bool) -> Iterator[Message]:
        if self._has_newer_rows and (rows := list(self._newer_rows(session_id))):
            return messages_of_rows(rows)
        if {"id", "session_id", "data"} <= self._file.columns.get("message", frozenset()):
            return self._older_messages(session_id, whole)
        return iter(())

    def _sessions_in(self, table: str, columns: frozenset[str]) -> Iterator[Session]:
        names = [name for name in _COLUMNS if name in columns]
        with self._surviving():
            for place, *values in self._file.rows(f"SELECT rowid, {', '.join(names)} FROM {table}"):
                row = dict(zip(names, values, strict=True))
                if session_id := as_text(row.pop("id")):
                    yield Session(session_id, self._info_of(row, number(place)), number(place))
                else:
                    self._tell(FaultKind.NOT_READABLE, "a session without an id", number(place))

    def _info_of(self, row: dict[str, object], place: int | None) -> Json:
        plain = {name: as_text(value) for name, value in row.items() if name not in _JSON_COLUMNS}
        loaded = {name: self._json(row[name], f"the {name} of a session", place) for name in _JSON_COLUMNS & row.keys() if row[name]}
        boundary = mapping(loaded.get("fork_boundary")).get("messageID") or plain.get("fork_message_id")
        return {
            "title": plain.get("title"),
            "directory": plain.get("directory"),
            "version": plain.get("version"),
            "agent": plain.get("agent"),
            "parentID": plain.get("parent_id"),
            "forkSessionID": plain.get("fork_session_id"),
            "forkMessageID": boundary,
            "model": loaded.get("model"),
            "revert": loaded.get("revert"),
            "metadata": loaded.get("metadata"),
            "time": {"created": plain.get("time_created"), "updated": plain.get("time_updated")},
        }

    def _older_messages(self, session_id: str, whole: bool) -> Iterator[Message]:
        parts = self._parts(session_id)
        with self._surviving():
            time = "time_created" if "time_created" in self._file.columns["message"] else "NULL"
            statement = f"SELECT rowid, id, {time}, data FROM message WHERE session_id = ? ORDER BY {time}, id"
            for rowid, id_value, created, data in self._file.rows(statement, session_id):
                message_id, place = as_text(id_value), number(rowid)
                info = self._json(data, "a message", place)
                if message_id is None or not isinstance(info, dict):
                    continue
                rows = parts.pop(message_id, [])
                if not whole and info.get("role") != "user":
                    rows = [row for row in rows if _CALLS_SUBAGENTS in as_bytes(row[2])]
                own = [part for row in rows if (part := self._part(message_id, *row)) is not None]
                yield Message(message_id, {"time": {"created": as_text(created)}, **info, "id": message_id}, own, place)

    def _parts(self, session_id: str) -> dict[str, list[PartRow]]:
        """The rows of the parts by their messages, as they are stored. They are the same however much of them is needed then."""
        parts: dict[str, list[PartRow]] = {}
        if {"id", "message_id", "session_id", "data"} <= self._file.columns.get("part", frozenset()):
            with self._surviving():
                statement = "SELECT rowid, message_id, id, data FROM part WHERE session_id = ? ORDER BY id"
                for rowid, message_id, id_value, data in self._file.rows(statement, session_id):
                    parts.setdefault(as_text(message_id) or "", []).append((number(rowid), as_text(id_value), data))
        return parts

    def _part(self, message_id: str, place: int | None, part_id: str | None, data: object) -> Json | None:
        part = self._json(data, "a part of a message", place)
        if not isinstance(part, dict) or not text(part.get("type")):
            if part is not None:
                self._tell(FaultKind.NOT_READABLE, "a part of a message that has no type", place)
            return None
        return {**part, "id": part_id or "", "messageID": message_id}

    def _looked_for_newer_rows(self) -> bool:
        if {"id", "session_id", "type", "seq", "data"} <= self._file.columns.get("session_message", frozenset()):
            with self._surviving():
                return any(True for _ in self._file.rows("SELECT 1 FROM session_message LIMIT 1"))
        return False

    def _newer_rows(self, session_id: str) -> Iterator[tuple[str, str, Json, int | None]]:
        statement = "SELECT rowid, id, type, data FROM session_message WHERE session_id = ? ORDER BY seq"
        with self._surviving():
            for rowid, id_value, kind, data in self._file.rows(statement, session_id):
                place, loaded = number(rowid), self._json(data, "a message", number(rowid))
                if isinstance(loaded, dict):
                    yield as_text(id_value) or "", as_text(kind) or "", loaded, place

    def _json(self, value: object, what: str, place: int | None) -> object:
        """None, and a fault, where it is none."""
        try:
            return parsed(as_bytes(value))
        except ValueError:
            self._tell(FaultKind.NOT_READABLE, f"{what} that is no JSON", place)
            return None

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        """Ends a reading of rows at the first that cannot be read."""
        try:
            yield
        except sqlite3.Error as error:
            cut = self._file.is_cut()
            self._tell(FaultKind.CUT_LINE if cut else FaultKind.NOT_READABLE, f"the database cannot be read any further: {error}")
