"""The sections of a summary in the order of their importance, and the payload that says the same."""

from collections.abc import Iterable
from typing import Any

from lineage.domain.summary.gathering import Gathered
from lineage.domain.summary.model import Entry, Section, SummaryCheckpoint
from lineage.domain.summary.wording import checkpoint_state

TITLES = {
    "goals": "Goals",
    "constraints": "Constraints",
    "checkpoint": "Checkpoint",
    "approvals": "Open approvals",
    "questions": "Open questions",
    "todo": "Plan and todo",
    "failures": "Known failures",
    "decisions": "Decisions",
    "requests": "Requests",
    "files": "Files changed",
    "tests": "Tests",
    "commands": "Commands",
    "results": "Subagent and merged results",
    "answer": "Last answer",
    "outputs": "Latest tool output",
}
"""By their payload keys: first what binds the next provider and what it has to take up, the long lists after it."""


def sections_of(state: Gathered, checkpoint: SummaryCheckpoint | None) -> tuple[Section, ...]:
    """All sections, also those without a line. Within a section the newest comes first; a plan keeps its own order."""
    stated = {key: _newest_first(key, state.statements[kind].values()) for key, kind in _STATED.items()}
    ended = [state.ended_badly] if state.ended_badly else []
    made = stated | {
        "checkpoint": _newest_first("checkpoint", [checkpoint_state(checkpoint)] if checkpoint else []),
        "approvals": _newest_first("approvals", state.unresolved["APPROVAL"].entries()),
        "questions": _newest_first("questions", state.unresolved["QUESTION"].entries()),
        "todo": Section("todo", TITLES["todo"], state.plan.lines(), state.plan.records()),
        "failures": _newest_first("failures", [*state.unresolved["FAILURE"].entries(), *ended]),
        "requests": _newest_first("requests", state.requests.values()),
        "files": _newest_first("files", state.files.values()),
        "tests": _newest_first("tests", state.results["TEST"].values()),
        "commands": _newest_first("commands", state.results["COMMAND"].values()),
        "answer": _newest_first("answer", [state.answer] if state.answer else []),
        "outputs": _newest_first("outputs", state.outputs.entries()),
    }
    return tuple(made[key] for key in TITLES)


def payload_of(sections: Iterable[Section], run_count: int, checkpoint: SummaryCheckpoint | None) -> dict[str, Any]:
    """The summary as JSON data (design 7); what the handoff covers is added by who makes the handoff."""
    lists: dict[str, Any] = {section.key: list(section.records) for section in sections}
    return lists | {
        "runs": run_count,
        "checkpoint": next(iter(lists["checkpoint"]), None),
        "checkpointId": checkpoint.id if checkpoint else None,
    }


_STATED = {"goals": "GOAL", "constraints": "CONSTRAINT", "decisions": "DECISION", "results": "SUBAGENT_RESULT"}


def _newest_first(key: str, entries: Iterable[Entry]) -> Section:
    ordered = list(entries)[::-1]
    return Section(key, TITLES[key], tuple(entry.text for entry in ordered), tuple(entry.record for entry in ordered))
