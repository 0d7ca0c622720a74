"""Walks the covered runs and keeps the newest state of everything (design 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lineage.domain.summary.fields import prose
from lineage.domain.summary.model import Entry, SummaryItem, SummaryRun
from lineage.domain.summary.outputs import ToolOutputs
from lineage.domain.summary.plan import Plan
from lineage.domain.summary.unresolved import Unresolved
from lineage.domain.summary.wording import command_result, file_change, message_of, statement, unfinished

STATED = ("GOAL", "CONSTRAINT", "DECISION", "SUBAGENT_RESULT")
OPEN = ("APPROVAL", "QUESTION", "FAILURE")
RESULTS = ("COMMAND", "TEST")


@dataclass(slots=True)
class Gathered:
    """The state after the last covered run. Dictionaries are in the order of the newest change, the newest last."""

    statements: dict[str, dict[str, Entry]] = field(default_factory=lambda: {kind: {} for kind in STATED})
    unresolved: dict[str, Unresolved] = field(default_factory=lambda: {kind: Unresolved() for kind in OPEN})
    results: dict[str, dict[str, Entry]] = field(default_factory=lambda: {kind: {} for kind in RESULTS})
    files: dict[str, Entry] = field(default_factory=dict)
    requests: dict[str, Entry] = field(default_factory=dict)
    answer: Entry | None = None
    plan: Plan = field(default_factory=Plan)
    outputs: ToolOutputs = field(default_factory=ToolOutputs)
    ended_badly: Entry | None = None


def gather(runs: Sequence[SummaryRun]) -> Gathered:
    """The state that these runs, in history order, lead to.

    What the user asked for enters, each message cut to its beginning; the message of a run without items stands in for them. Of the
    assistant's messages only the last one does: decisions, files and the like say the rest. That a run failed or was interrupted is
    told when it is the last one.
    """
    state = Gathered()
    for run in runs:
        for item in run.items:
            _take(state, run, item)
        said = prose(run.message or "")
        if said and not run.items:
            _put(state.requests, said, message_of(said, run))
    if runs and runs[-1].status in ("FAILED", "INTERRUPTED"):
        state.ended_badly = unfinished(runs[-1])
    return state


def _take(state: Gathered, run: SummaryRun, item: SummaryItem) -> None:
    """One item; REASONING, PROTOCOL and unknown kinds are passed over."""
    kind = item.kind
    if kind in STATED:
        _put_newest(state.statements[kind], statement(item), "id")
    elif kind in OPEN:
        state.unresolved[kind].take(item)
    elif kind == "FILE_CHANGE":
        _put_newest(state.files, file_change(item), "path")
        state.outputs.take(item)
    elif kind in RESULTS:
        _take_result(state, item)
        state.outputs.take(item)
    elif kind == "TODO":
        state.plan.take(item)
    elif kind == "TOOL_OUTPUT":
        state.outputs.take(item)
    elif kind in ("USER_MESSAGE", "ASSISTANT_MESSAGE"):
        _take_message(state, run, item)


def _take_result(state: Gathered, item: SummaryItem) -> None:
    entry = command_result(item)
    if entry is None:
        return
    # A command has one last result, whether it was told as a test or not.
    for results in state.results.values():
        results.pop(entry.record.get("command", entry.text), None)
    _put_newest(state.results[item.kind], entry, "command")


def _take_message(state: Gathered, run: SummaryRun, item: SummaryItem) -> None:
    entry = statement(item)
    if entry is None:
        return
    message = message_of(entry.text, run)
    if item.kind == "ASSISTANT_MESSAGE":
        state.answer = message
    else:
        _put(state.requests, entry.text, message)


def _put_newest(entries: dict[str, Entry], entry: Entry | None, key: str) -> None:
    """Keeps the entry by this field of its record, or by its text where it has none."""
    if entry is not None:
        _put(entries, entry.record.get(key) or entry.text, entry)


def _put(entries: dict[str, Entry], key: str, entry: Entry) -> None:
    entries.pop(key, None)
    entries[key] = entry
