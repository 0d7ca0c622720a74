"""A session of Claude Code as its file tells it: a tree of lines, of which one branch is the conversation.

The file is projects/<folder>/<session id>.jsonl in the configuration folder. Rewinding leaves the abandoned branch in it.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lineage.adapters.claude.lines import Line, answered_calls, is_compaction, is_kept, parent_of, starts_turn

_SESSION_ID = re.compile("[0-9a-fA-F-]{36}")


def find_session(projects: Path, thread_ref: str) -> Path | None:
    """The file of a session, whatever folder it works in; None when there is none."""
    if not _SESSION_ID.fullmatch(thread_ref):
        return None
    return next(projects.glob(f"*/{thread_ref}.jsonl"), None)


def read_session(path: Path) -> "SessionFile":
    """Lines that are not whole, as a killed program leaves them, are passed over. OSError."""
    lines = []
    for text in path.read_bytes().splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict) and isinstance(line.get("type"), str):
            lines.append(line)
    return SessionFile(path, lines)


class SessionFile:
    """The state of a session file when it was read, and where the program would go on in it."""

    def __init__(self, path: Path, lines: Iterable[dict[str, Any]]) -> None:
        self.path = path
        self._lines: dict[str, Line] = {}
        self._newest: str | None = None
        self._anchor: str | None = None
        self._emptied = False
        for line in lines:
            self._take(line)

    def _take(self, line: dict[str, Any]) -> None:
        if isinstance(line.get("uuid"), str):
            self._lines[line["uuid"]] = line
            if not line.get("isSidechain"):
                self._newest = line["uuid"]
                self._emptied = False
        elif line["type"] == "last-prompt" and "leafUuid" in line:
            explicit = line.get("explicit") is True
            self._emptied = explicit and line["leafUuid"] is None
            self._anchor = line["leafUuid"] or (None if explicit else self._anchor)
            if explicit:
                self._newest = line["leafUuid"]

    def leaf(self) -> str | None:
        """The line behind which the program goes on; None when the conversation is empty.

        That is the newest line, unless it lies on another branch than the last one that the program noted as its place: it
        notes it when it ends, but not when it is killed.
        """
        if self._emptied or self._newest is None:
            return None
        if self._anchor in self._lines and self._anchor not in self.path_to(self._newest):
            return self._anchor
        return self._newest

    def path_to(self, line_ref: str | None) -> list[str]:
        """The lines of the conversation that ends with this line, the oldest first."""
        path: dict[str, None] = {}
        while line_ref in self._lines and line_ref not in path:
            path[line_ref] = None
            line_ref = parent_of(self._lines[line_ref])
        return list(reversed(path))

    def turns_to(self, line_ref: str | None) -> tuple[str, ...]:
        """The turns of the conversation that ends with this line, by the lines of their messages."""
        return tuple(ref for ref in self.path_to(line_ref) if starts_turn(self._lines[ref]))

    def loaded_turns_to(self, line_ref: str | None) -> tuple[str, ...]:
        """Those of turns_to that the program still loads as they were, and so copies into a fork: the ones since the last compaction."""
        path = self.path_to(line_ref)
        since = max((at for at, ref in enumerate(path) if is_compaction(self._lines[ref])), default=0)
        return tuple(ref for ref in path[since:] if starts_turn(self._lines[ref]))

    def holds(self, turn_ref: str) -> bool:
        """Whether the turn is in the file, on whatever branch."""
        return turn_ref in self._lines and starts_turn(self._lines[turn_ref])

    def end_of(self, turn_ref: str) -> str:
        """The last line of a turn that the program can go on behind; a turn without an answer ends with its message."""
        inside = {turn_ref: self._lines[turn_ref]}
        for ref, line in self._lines.items():
            if parent_of(line) in inside and not starts_turn(line) and not line.get("isSidechain"):
                inside[ref] = line
        path = set(self.path_to(self.leaf()))
        if turn_ref in path:
            inside = {ref: line for ref, line in inside.items() if ref in path}
        answered = {call for line in inside.values() for call in answered_calls(line)}
        return [ref for ref, line in inside.items() if ref == turn_ref or is_kept(line, answered)][-1]

    def is_compacted_behind(self, line_ref: str) -> bool:
        """Whether the conversation was compacted after this line: the program does not load it any more."""
        refs = list(self._lines)
        return any(is_compaction(self._lines[ref]) for ref in refs[refs.index(line_ref) + 1 :])

    def go_on_behind(self, line_ref: str | None) -> None:
        """Makes this line the place where the program goes on; None makes the conversation empty. OSError.

        The program does so itself when a person rewinds a conversation: by a last-prompt line, which moves nothing and drops
        nothing. Without it, a branch that was left comes back when the program is killed in its first turn on the new one.
        """
        line = {"type": "last-prompt", "leafUuid": line_ref, "explicit": True, "sessionId": self.path.stem}
        with self.path.open("r+b") as file:
            size = file.seek(0, 2)
            # What a killed program left of a line must not swallow this one.
            file.seek(max(size - 1, 0))
            unfinished = file.read() not in (b"", b"\n")
            file.write((b"\n" if unfinished else b"") + json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._take(line)
