"""Names of rollout files: `rollout-TIME-ID.jsonl`, or `rollout-TIME-ID_OTHERID.jsonl` for one that goes on after a revert."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_ID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_NAME = re.compile(rf"rollout-(?:(\d{{4}}-\d\d-\d\dT\d\d-\d\d-\d\d)-)?(?:.*?-)??({_ID})(?:_({_ID}))?\.jsonl(?:\.gz|\.zst)?")


@dataclass(frozen=True, slots=True)
class RolloutName:
    """rollout_id names the file itself: its thread's id for the thread's first file. None, all of them, for other names."""

    path: Path
    thread_id: str | None = None
    rollout_id: str | None = None
    stamp: datetime | None = None

    @classmethod
    def of(cls, path: Path) -> "RolloutName":
        found = _NAME.fullmatch(path.name)
        if found is None:
            return cls(path)
        stamp, thread_id, other = found.groups()
        return cls(path, thread_id, other or thread_id, _time(stamp))

    @property
    def is_first(self) -> bool:
        """Whether it is its thread's first file."""
        return self.rollout_id == self.thread_id

    @property
    def age(self) -> tuple[bool, str, str, str]:
        """Orders the files of a thread as they were begun: ids of UUID version 7 grow with time, names tell it to the second."""
        own = self.rollout_id or ""
        stamp = self.stamp.isoformat() if self.stamp else ""
        return not self.is_first, own[:13] if own[14:15] == "7" else "", stamp, own


def _time(stamp: str | None) -> datetime | None:
    """Names are in local time, of a zone that nobody knows; the time serves where nothing better is told."""
    try:
        return datetime.strptime(stamp, "%Y-%m-%dT%H-%M-%S").replace(tzinfo=UTC) if stamp else None
    except ValueError:
        return None
