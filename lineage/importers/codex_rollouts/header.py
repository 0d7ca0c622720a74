"""What a rollout's first session_meta says of its thread."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from lineage.domain.kinds import HistoryMode
from lineage.importers.codex_rollouts.lines import Complaints, Line, lines_of
from lineage.importers.codex_rollouts.names import RolloutName
from lineage.importers.codex_rollouts.values import mapping_in, number_in, text_in, time_in
from lineage.importers.report import FileReport

_SEARCHED_LINES = 50
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_DETAILS = {
    "version": "cli_version", "source": "source", "originator": "originator", "modelProvider": "model_provider",
    "agentNickname": "agent_nickname", "agentRole": "agent_role", "agentPath": "agent_path",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class HistoryBase:
    """The place at which a file goes on: behind the lines of another one (by its rollout id) with an ordinal below end."""

    rollout_id: str
    end: int


@dataclass(frozen=True, slots=True)
class Header:
    """thread_id is None when neither the file nor its name tells it; written_at is when its session_meta was written."""

    thread_id: str | None
    created_at: datetime
    written_at: datetime
    history_mode: HistoryMode = HistoryMode.LEGACY
    forked_from: str | None = None
    forked_from_end: int | None = None
    base: HistoryBase | None = None
    parent: str | None = None
    """The thread that spawned it, for a subagent."""
    spawn_call: str | None = None
    is_subagent: bool = False
    folder: str | None = None
    commit: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


def header_of(path: Path, name: RolloutName) -> Header:
    """The first session_meta counts: an older fork's file has those of its ancestors besides. Without one, what the name tells."""
    unheard = Complaints(FileReport(path))
    nameless = Header(name.thread_id, name.stamp or NO_TIME, name.stamp or NO_TIME)
    lines = lines_of(path, nameless.created_at, unheard)
    try:
        found = next((line for line in islice(lines, _SEARCHED_LINES) if line.type == "session_meta"), None)
    finally:
        lines.close()  # type: ignore[attr-defined]
    if found is None:
        return nameless
    header = _header(found, name)
    # The file's own one may be damaged; then the first that can be read is an ancestor's.
    is_anothers = found.number > 1 and name.thread_id is not None and header.thread_id != name.thread_id
    return nameless if is_anothers else header


def _header(line: Line, name: RolloutName) -> Header:
    meta = line.payload
    subagent = mapping_in(meta, "source").get("subagent")
    spawn = mapping_in(subagent, "thread_spawn")
    parent = text_in(meta, "parent_thread_id") or text_in(spawn, "parent_thread_id")
    if parent is None and subagent is None and meta.get("thread_source") == "subagent":
        parent = text_in(meta, "forked_from_id")
    base = mapping_in(meta, "history_base")
    base_id, base_end = text_in(base, "thread_id"), number_in(base, "end_ordinal_exclusive")
    git = mapping_in(meta, "git")
    return Header(
        thread_id=text_in(meta, "id") or name.thread_id,
        created_at=time_in(meta, "timestamp") or line.at,
        written_at=line.at,
        history_mode=HistoryMode.PAGINATED if meta.get("history_mode") == "paginated" else HistoryMode.LEGACY,
        forked_from=text_in(meta, "forked_from_id"),
        forked_from_end=number_in(meta, "forked_from_ordinal_exclusive"),
        base=HistoryBase(base_id, base_end) if base_id is not None and base_end is not None else None,
        parent=parent,
        spawn_call=text_in(spawn, "spawn_call_id"),
        is_subagent=subagent is not None or parent is not None,
        folder=text_in(meta, "cwd"),
        commit=text_in(git, "commit_hash"),
        metadata=_metadata(meta, git, subagent),
    )


def _metadata(meta: Mapping[str, Any], git: Mapping[str, Any], subagent: Any) -> dict[str, Any]:
    """A thread's metadata without what is not told. A subagent's source is the word for its kind: review, thread_spawn."""
    kind = subagent if isinstance(subagent, str) else next(iter(subagent), None) if isinstance(subagent, dict) else None
    found = {
        "folder": text_in(meta, "cwd"),
        **{ours: text_in(meta, theirs) for ours, theirs in _DETAILS.items()},
        "gitBranch": text_in(git, "branch"),
        "gitCommit": text_in(git, "commit_hash"),
        "subagent": kind,
    }
    return {name: value for name, value in found.items() if value is not None}
