"""What a file says about its session as a whole: ids, titles, the folder, where it was forked from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from lineage.importers.claude_code.conversation import Node
from lineage.importers.claude_code.lines import Line, text_in
from lineage.importers.loose import text

_SESSION_FILE = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_AGENT_FILE = re.compile("agent-(.+)")
_OWN_AGENT = re.compile("a(compact|prompt_suggestion)-.+")
_WARM_UP = "Warmup"
"""All that agents were asked that some versions started with each session."""
_MAX_META_BYTES = 1 << 20


@dataclass(slots=True)
class Session:
    """Gathered line by line. Of what changes in a session, its first state counts, except for titles: the last one is shown."""

    path: Path
    id: str | None = None
    agent_id: str | None = None
    """Of a file that holds an agent."""
    began: datetime | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    summaries: list[tuple[str, str]] = field(default_factory=list)
    """Lines, and the titles of the conversations that they end."""
    forked_from: str | None = None
    """The session that lines were copied from."""
    last_copied: Node | None = None
    went_on: datetime | None = None
    """When a fork wrote the first line of its own."""
    _folder: str | None = None
    _version: str | None = None
    _branch: str | None = None
    _is_forked_by_word: bool = False
    _has_own: bool = False

    def __post_init__(self) -> None:
        stem = stem_of(self.path)
        self.id = stem if _SESSION_FILE.fullmatch(stem) else None

    def is_of_agent(self, line: Line) -> bool:
        """Whether the file holds an agent, by its name and its first line of a conversation."""
        named = _AGENT_FILE.fullmatch(stem_of(self.path))
        if named and (line.get("isSidechain") is True or text(line.get("agentId"))):
            self.agent_id = text(line.get("agentId")) or named[1]
        return self.agent_id is not None

    def take(self, line: Line, at: datetime | None) -> None:
        """Takes any line."""
        if self.began is None:
            self.began = at
        if not (self.id and self._folder and self._version and self._branch):
            self.id = self.id or text(line.get("sessionId"))
            self._folder = self._folder or text(line.get("cwd"))
            self._version = self._version or text(line.get("version"))
            self._branch = self._branch or text(line.get("gitBranch"))
        match line.get("type"):
            case "custom-title":
                self.custom_title = text(line.get("customTitle")) or self.custom_title
            case "ai-title":
                self.ai_title = text(line.get("aiTitle")) or self.ai_title
            case "summary" if (leaf := text(line.get("leafUuid"))) and (title := text(line.get("summary"))):
                self.summaries.append((leaf, title))

    @property
    def created_at(self) -> datetime | None:
        """When it began itself, not what it copied."""
        return self.went_on or self.began

    def copied(self, line: Line, run: Node | None, at: datetime | None) -> None:
        """Takes a line of the conversation with its run, to see whether it was copied from another session.

        A fork says so by forkedFrom, or, in old versions, by leaving the other session's id in the lines that it begins with. Today's
        version says nothing; the runs' ids tell it.
        """
        source, session = text_in(line, "forkedFrom", "sessionId") if "forkedFrom" in line else None, text(line.get("sessionId"))
        if source is not None and source != self.id:
            if not self._is_forked_by_word:
                self.last_copied = None
            self._is_forked_by_word = True
        elif session == self.id or session is None or self._has_own or self._is_forked_by_word:
            self._has_own = self._has_own or session == self.id
            self.went_on = self.went_on or (at if self.forked_from else None)
            return
        self.forked_from, self.last_copied, self.went_on = source or session, run or self.last_copied, None

    @property
    def metadata(self) -> Mapping[str, Any]:
        told = {"folder": self._folder, "version": self._version, "gitBranch": self._branch, "file": self.path.name}
        return {name: value for name, value in told.items() if value is not None}

    @property
    def folder(self) -> Path:
        return Path(self._folder or "/")


def is_programs_own(agent_id: str | None, asked: str) -> bool:
    """Whether the program asked an agent for itself: for a compaction's summary or what the user may say next, or only to be ready.

    No run started such an agent, and what a compaction came to is told by the session.
    """
    return asked == _WARM_UP or (agent_id is not None and _OWN_AGENT.fullmatch(agent_id) is not None)


def stem_of(path: Path) -> str:
    """The name of a session file without what its format and its packing add to it."""
    return path.name.removesuffix(".zst").removesuffix(".gz").removesuffix(".jsonl")


def agent_description(path: Path) -> Mapping[str, Any]:
    """What the file beside an agent's says about it: toolUseId, description, agentType; empty when there is none that can be read."""
    beside = path.with_name(f"{stem_of(path)}.meta.json")
    try:
        with beside.open("rb") as file:
            told = orjson.loads(file.read(_MAX_META_BYTES))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}
