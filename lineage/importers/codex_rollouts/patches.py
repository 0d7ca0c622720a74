"""Patches as Codex applies them, as the changes that its app server tells."""

from typing import Any

from lineage.importers.codex_rollouts.values import text_in
from lineage.importers.loose import mapping, mappings

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_FILES = {"*** Add File: ": "add", "*** Delete File: ": "delete", "*** Update File: ": "update"}
_MOVE = "*** Move to: "

Change = dict[str, Any]
"""path, kind {type, move_path} and diff: the content of a new or deleted file, the hunks of another one."""


def changes_told(changes: Any) -> list[Change]:
    """The changes of an event patch_apply_end or an item FileChange, by path; older ones name the kind by a key around it."""
    if isinstance(changes, dict):
        return [_change(path, mapping(change)) for path, change in changes.items()]
    return [_change(path, change) for change in mappings(changes) if (path := text_in(change, "path")) is not None]


def _change(path: str, change: Change) -> Change:
    kind = text_in(change, "type")
    if kind is None:
        kind = next((name for name in ("add", "delete", "update") if name in change), "update")
        change = mapping(change.get(kind))
    diff = text_in(change, "unified_diff", "content", "diff") or ""
    return {"path": path, "kind": {"type": kind, "move_path": text_in(change, "move_path")}, "diff": diff}


def changes_in(patch: str) -> list[Change]:
    """The changes of a patch in Codex's own notation. It does not say what a deleted file held."""
    changes: list[Change] = []
    lines: list[str] = []
    for line in patch[patch.find(_BEGIN) :].splitlines()[1:]:
        begun = next((mark for mark in _FILES if line.startswith(mark)), None)
        if begun is not None:
            lines = []
            changes.append({"path": line.removeprefix(begun), "kind": {"type": _FILES[begun], "move_path": None}, "diff": lines})
        elif line.startswith(_END):
            break
        elif line.startswith(_MOVE) and changes:
            changes[-1]["kind"]["move_path"] = line.removeprefix(_MOVE)
        elif changes:
            lines.append(line.removeprefix("+") if changes[-1]["kind"]["type"] == "add" else line)
    return [{**change, "diff": "\n".join(change["diff"])} for change in changes]


def patch_in(text: str) -> str | None:
    """The patch in a text that is one, or a command that applies one."""
    return text if _BEGIN in text and text.lstrip().startswith((_BEGIN, "apply_patch", "applypatch")) else None
