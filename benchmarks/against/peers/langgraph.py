"""LangGraph's SQLite checkpointer: a thread of as many steps as runs, whose checkpoints hold all messages so far, as a chat graph's do."""

import sqlite3
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver

from benchmarks.against.data.conversation import message
from benchmarks.against.questions.question import LANGGRAPH, Asked


class LangGraphPeer:
    """The history of a thread is the list of its checkpoints."""

    name = LANGGRAPH

    def __init__(self, folder: Path, runs: int) -> None:
        self._connection = sqlite3.connect(folder / f"langgraph-{runs}.sqlite", check_same_thread=False)
        self._saver = SqliteSaver(self._connection)
        self._saver.setup()
        if next(iter(self._saver.list({"configurable": {"thread_id": "short"}}, limit=1)), None) is None:
            self._fill(runs)

    def _fill(self, runs: int) -> None:
        config: Any = {"configurable": {"thread_id": "short", "checkpoint_ns": ""}}
        messages: list[dict[str, str]] = []
        for number in range(1, runs + 1):
            messages = [*messages, {"role": "user", "content": message(number)}, {"role": "assistant", "content": message(number)}]
            checkpoint = empty_checkpoint()
            checkpoint["channel_values"] = {"messages": messages}
            checkpoint["channel_versions"] = {"messages": number}
            metadata: Any = {"source": "loop", "step": number, "parents": {}}
            config = self._saver.put(config, checkpoint, metadata, {"messages": number})

    def ask(self, asked: Asked) -> Any:
        return list(self._saver.list({"configurable": {"thread_id": asked.text}}))

    def another(self) -> "LangGraphPeer":
        return self

    def close(self) -> None:
        self._connection.close()
