"""Files as LangGraph writes them, by its own package for SQLite."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.checkpoint.base.id import uuid6
from langgraph.checkpoint.sqlite import SqliteSaver


class Graph:
    """Writes the checkpoints of one graph; each call gives the checkpoint's id."""

    def __init__(self, saver: SqliteSaver, thread: str, namespace: str = "") -> None:
        self._saver = saver
        self._thread = thread
        self._namespace = namespace

    def put(self, source: str, parent: str | None, *messages: BaseMessage, id: str | None = None, **more: Any) -> str:
        checkpoint_id = id or str(uuid6(clock_seq=0))
        values = {"messages": list(messages), **more.pop("values", {})}
        checkpoint: Any = {
            "v": 4,
            "id": checkpoint_id,
            "ts": datetime.now(UTC).isoformat(),
            "channel_values": values,
            "channel_versions": {},
            "versions_seen": {},
            "updated_channels": None,
        }
        metadata: Any = {"source": source, "step": 0, "parents": more.pop("parents", {})}
        self._saver.put(self._config(parent), checkpoint, metadata, {})
        return checkpoint_id

    def note(self, checkpoint_id: str, channel: str, value: Any) -> None:
        self._saver.put_writes(self._config(checkpoint_id), [(channel, value)], task_id="task")

    def _config(self, checkpoint_id: str | None) -> Any:
        named = {"checkpoint_id": checkpoint_id} if checkpoint_id else {}
        return {"configurable": {"thread_id": self._thread, "checkpoint_ns": self._namespace, **named}}


@contextmanager
def saving(path: Path) -> Iterator[SqliteSaver]:
    """A new file."""
    with closing(sqlite3.connect(path, check_same_thread=False)) as connection:
        saver = SqliteSaver(connection)
        saver.setup()
        yield saver
        connection.commit()
