"""How one item is worded: the line that it gives to the text, and what the payload keeps of it."""

from typing import Any

from lineage.domain.summary.fields import compact, excerpt, identity, number, string, without_diffs, words
from lineage.domain.summary.model import Entry, SummaryCheckpoint, SummaryItem, SummaryRun

MESSAGE_ROOM = 600
"""The most that a user's or an assistant's message takes in the text."""
REMARK_ROOM = 300
"""The most that a command, its result, a remark on a file or a tool's output takes in the text."""
REFERENCE_ROOM = 512
DIFF_SUMMARY_ROOM = 1000
LABEL_ROOM = len("run : ") + 19
"""The most that `run 12: ` takes; ordinals fit 64 bits."""


def statement(item: SummaryItem) -> Entry | None:
    """A goal, constraint, decision, failure, approval, question or subagent's result in full; None when it says nothing."""
    known_as = identity(item.data)
    said = words(item.text, item.data) or known_as
    if not said:
        return None
    return Entry(said, {"text": said} | ({"id": known_as} if known_as else {}))


def file_change(item: SummaryItem) -> Entry | None:
    """`src/parser.py (modified, +10 -2): remark`."""
    path = string(item.data, "path")
    if not path:
        return statement(item)
    change = string(item.data, "change") or None
    added, deleted = number(item.data, "additions"), number(item.data, "deletions")
    state = ", ".join(part for part in (change, line_counts(added, deleted)) if part)
    remark = excerpt(words(item.text, None), REMARK_ROOM)
    text = path + (f" ({state})" if state else "") + (f": {remark}" if remark else "")
    return Entry(text, {"path": path, "change": change, "additions": added, "deletions": deleted})


def line_counts(added: int | None, deleted: int | None) -> str:
    """`+120 -3`, or the one of the two that is known."""
    return " ".join(part for part in (f"+{added}" if added is not None else "", f"-{deleted}" if deleted is not None else "") if part)


def command_result(item: SummaryItem) -> Entry | None:
    """`pytest -q (exit 1): 2 failed`; a text stands for a summary that is missing."""
    command = string(item.data, "command")
    if not command:
        return statement(item)
    code = number(item.data, "exitCode")
    result = string(item.data, "summary") or words(item.text, None)
    said = excerpt(result, REMARK_ROOM)
    text = excerpt(command, REMARK_ROOM) + (f" (exit {code})" if code is not None else "") + (f": {said}" if said else "")
    return Entry(text, {"command": command, "exitCode": code, "summary": result or None})


def tool_output(item: SummaryItem) -> Entry | None:
    """`grep src/parser.py: what it printed`."""
    names = {name: string(item.data, name) or None for name in ("tool", "command", "path")}
    printed = item.data.get("output") if isinstance(item.data, dict) else None
    output = (words(None, printed) if printed else "") or words(item.text, item.data)
    source = " ".join(name for name in names.values() if name)
    if not source and not output:
        return None
    return Entry(excerpt(": ".join(part for part in (source, output) if part), REMARK_ROOM), {**names, "output": output or None})


def message_of(said: str, run: SummaryRun) -> Entry:
    """`run 12: fix the parser`, no more than its beginning."""
    return Entry(f"run {run.ordinal}: {excerpt(said, MESSAGE_ROOM)}", {"threadId": run.thread_id, "ordinal": run.ordinal, "text": said})


def unfinished(run: SummaryRun) -> Entry:
    """`run 12 failed`."""
    text = f"run {run.ordinal} " + ("failed" if run.status == "FAILED" else "was interrupted")
    return Entry(text, {"text": text, "threadId": run.thread_id, "ordinal": run.ordinal, "status": run.status})


def checkpoint_state(checkpoint: SummaryCheckpoint) -> Entry:
    """`k1, run 12; workspace abc123; 1 file, +120 -3`."""
    reference = excerpt(words(checkpoint.workspace_ref, None), REFERENCE_ROOM)
    differences = excerpt(diff_summary(checkpoint.diff_summary), DIFF_SUMMARY_ROOM)
    parts = [
        f"{excerpt(checkpoint.id, REFERENCE_ROOM)}, run {checkpoint.ordinal}",
        f"workspace {reference}" if reference else "",
        differences,
    ]
    record = {
        "id": checkpoint.id,
        "threadId": checkpoint.thread_id,
        "ordinal": checkpoint.ordinal,
        "workspaceRef": checkpoint.workspace_ref,
        "diffSummary": without_diffs(checkpoint.diff_summary),
    }
    return Entry("; ".join(part for part in parts if part), record)


def diff_summary(data: Any) -> str:
    """Counts in words, whatever else there is as compact JSON."""
    if not isinstance(data, dict):
        return words(None, data)
    files = number(data, "files")
    counted = {"files"} if files is not None else set()
    parts = [f"{files} file" + ("" if files == 1 else "s")] if files is not None else []
    added, deleted = number(data, "additions"), number(data, "deletions")
    counted |= {name for name, count in (("additions", added), ("deletions", deleted)) if count is not None}
    rest = {name: value for name, value in data.items() if name not in counted and value is not None}
    parts += [line_counts(added, deleted), compact(rest) if rest else ""]
    return ", ".join(part for part in parts if part)
