"""Waiting for a message to arrive in its session's file, which alone says for sure that it is in the session."""

import json
from pathlib import Path

from lineage.adapters.claude.session_file import find_session


class Watch:
    """Looks at what is added to a session's file from now on."""

    def __init__(self, projects: Path, thread_ref: str, turn_ref: str) -> None:
        self._projects = projects
        self._thread_ref = thread_ref
        self._turn_ref = turn_ref
        self._path = find_session(projects, thread_ref)
        self._read = self._path.stat().st_size if self._path else 0

    def arrived(self) -> Path | None:
        """The file, once the whole line of the message is in it. OSError."""
        self._path = self._path or find_session(self._projects, self._thread_ref)
        if self._path is None:
            return None
        with self._path.open("rb") as file:
            file.seek(self._read)
            added = file.read()
        whole = added[: added.rfind(b"\n") + 1]
        self._read += len(whole)
        return self._path if any(self._is_message(line) for line in whole.splitlines()) else None

    def _is_message(self, text: bytes) -> bool:
        if self._turn_ref.encode() not in text:
            return False
        try:
            line = json.loads(text)
        except ValueError:
            return False
        return isinstance(line, dict) and line.get("uuid") == self._turn_ref and line.get("type") == "user"
