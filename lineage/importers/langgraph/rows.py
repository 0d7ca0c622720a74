"""The tables checkpoints and writes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from lineage.importers.langgraph.decoding import NEEDS_MSGPACK, READ_TYPES, NotDecoded, can_decode_msgpack, decoded
from lineage.importers.loose import Json, mapping, number, parsed, text
from lineage.importers.once import ToldOnce
from lineage.importers.report import FaultKind
from lineage.importers.sqlite_file import SqliteFile, as_bytes, as_text

_GREGORIAN = datetime(1582, 10, 15, tzinfo=UTC)
_TIME_ORDERED = 6
_NEEDED = frozenset({"thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "checkpoint", "metadata"})


@dataclass(frozen=True, slots=True)
class Row:
    """A checkpoint without its state. source is input, loop, update or fork; parents has the checkpoints of the graphs around it."""

    id: str
    parent: str | None
    source: str | None
    parents: dict[str, str]
    place: int | None


@dataclass(frozen=True, slots=True)
class State:
    """What a checkpoint holds: when it was made, and the values of its channels."""

    at: datetime | None
    values: Json


def holds_checkpoints(columns: dict[str, frozenset[str]]) -> bool:
    return columns.get("checkpoints", frozenset()) >= _NEEDED


class Rows:
    def __init__(self, path: Path, tell: ToldOnce) -> None:
        self._file = SqliteFile(path)
        self._tell = tell
        if self._file.damage is not None:
            tell(FaultKind.CUT_LINE, f"the file can be unpacked only in part: {self._file.damage}")

    def close(self) -> None:
        self._file.close()

    def graphs(self) -> list[tuple[str, str]]:
        """Each thread with each namespace that has checkpoints in it; the graph itself has the empty one, and comes first."""
        if not holds_checkpoints(self._file.columns):
            self._tell(FaultKind.NOT_READABLE, "the table checkpoints is not there, or has not the columns that it should have")
            return []
        with self._surviving():
            found = self._file.rows("SELECT DISTINCT thread_id, checkpoint_ns FROM checkpoints")
            return sorted((as_text(thread) or "", as_text(namespace) or "") for thread, namespace in found)
        return []

    def check(self) -> None:
        """Tells which states cannot be read, as far as it can be told without loading them."""
        if "type" not in self._file.columns.get("checkpoints", frozenset()):
            return
        with self._surviving():
            for rowid, kind in self._file.rows("SELECT rowid, type FROM checkpoints ORDER BY rowid"):
                name = as_text(kind) or "json"
                if name not in READ_TYPES:
                    self._tell(FaultKind.NOT_READABLE, f"states of the type {name}, which are never loaded", number(rowid))
                elif name == "msgpack" and not can_decode_msgpack():
                    self._tell(FaultKind.NOT_READABLE, NEEDS_MSGPACK)
                    return

    def rows(self, thread: str, namespace: str) -> list[Row]:
        """The checkpoints of a graph by their ids, which is the order in which they were made."""
        statement = (
            "SELECT rowid, checkpoint_id, parent_checkpoint_id, metadata FROM checkpoints"
            " WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY checkpoint_id"
        )
        found: list[Row] = []
        with self._surviving():
            for rowid, id_value, parent, metadata in self._file.rows(statement, thread, namespace):
                place = number(rowid)
                if checkpoint_id := as_text(id_value):
                    told = self._metadata(metadata, place)
                    parents = {key: value for key, value in mapping(told.get("parents")).items() if isinstance(value, str)}
                    found.append(Row(checkpoint_id, as_text(parent), text(told.get("source")), parents, place))
        return found

    def state(self, thread: str, namespace: str, checkpoint_id: str) -> State | None:
        """What this checkpoint holds; None where that cannot be read."""
        value = self._value(thread, namespace, checkpoint_id)
        if not isinstance(value, dict):
            return None
        try:
            at = datetime.fromisoformat(str(value.get("ts")))
            at = at if at.tzinfo else at.replace(tzinfo=UTC)
        except ValueError:
            at = None
        return State(at and at.astimezone(UTC), mapping(value.get("channel_values")))

    def notes(self, thread: str, namespace: str, checkpoint_id: str) -> dict[str, Any]:
        """What the steps that followed a checkpoint noted of errors and of questions to a person: by channel, the last one."""
        if not {"thread_id", "checkpoint_ns", "checkpoint_id", "channel", "type", "value"} <= self._file.columns.get("writes", frozenset()):
            return {}
        statement = (
            "SELECT channel, type, value FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
            " AND channel IN ('__error__', '__interrupt__', '__resume__')"
        )
        found: dict[str, Any] = {}
        with self._surviving():
            for channel, kind, value in self._file.rows(statement, thread, namespace, checkpoint_id):
                found[as_text(channel) or ""] = _decoded(kind, value)
        return found

    def _value(self, thread: str, namespace: str, checkpoint_id: str) -> Any:
        kind = "type" if "type" in self._file.columns["checkpoints"] else "NULL"
        statement = f"SELECT {kind}, checkpoint FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
        with self._surviving():
            for kind_value, value in self._file.rows(statement, thread, namespace, checkpoint_id):
                return _decoded(kind_value, value)
        return None

    def _metadata(self, value: object, place: int | None) -> Json:
        try:
            return mapping(parsed(as_bytes(value)))
        except ValueError:
            self._tell(FaultKind.NOT_READABLE, "metadata of a checkpoint that is no JSON", place)
            return {}

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        """Ends a reading of rows at the first that cannot be read."""
        try:
            yield
        except sqlite3.Error as error:
            kind = FaultKind.CUT_LINE if self._file.is_cut() else FaultKind.NOT_READABLE
            self._tell(kind, f"the database cannot be read any further: {error}")


def _decoded(kind: object, value: object) -> Any:
    try:
        # The first versions kept no type, and wrote JSON.
        return decoded(as_text(kind) or "json", as_bytes(value))
    except NotDecoded:
        return None


def time_of(checkpoint_id: str) -> datetime | None:
    """When a checkpoint was made, where its id says it: they are UUIDs of version 6."""
    try:
        uuid = UUID(checkpoint_id)
    except ValueError:
        return None
    if uuid.version != _TIME_ORDERED:
        return None
    ticks = (uuid.int >> 96) << 28 | (uuid.int >> 80 & 0xFFFF) << 12 | (uuid.int >> 64 & 0x0FFF)
    try:
        return _GREGORIAN + timedelta(microseconds=ticks // 10)
    except OverflowError:
        return None
