"""How a run ended, when, and why not well."""

from dataclasses import dataclass
from datetime import datetime

from lineage.domain.kinds import RunStatus
from lineage.importers.t3code.fields import Json, moment
from lineage.importers.t3code.items import failure_of
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun

_ENDS = {
    "completed": RunStatus.COMPLETED,
    "rolled_back": RunStatus.COMPLETED,
    "failed": RunStatus.FAILED,
    "interrupted": RunStatus.INTERRUPTED,
    "cancelled": RunStatus.INTERRUPTED,
}
"""The program rolls back none but completed runs, so that one of which only that is known was completed."""


@dataclass(frozen=True, slots=True)
class Ending:
    status: RunStatus
    at: datetime
    reason: str | None


def ending_of(run: Begun, items: list[Event], turns: list[Event], root: Json | None, log: ThreadLog) -> Ending:
    """How a run ended. root is the node of a loose one, which tells the end of the last message alone.

    A run of which the file tells no end is INTERRUPTED, but for one that only waits for its checkpoint: its provider is done.
    """
    told = run.last.payload
    status = str(told.get("status"))
    if run.loose:
        status = str(root.get("status")) if root is not None else _status_of(items)
    elif status == "waiting" and turns and turns[-1].payload.get("status") == "completed":
        status = "completed"
    ended_as = _ENDS.get(status, RunStatus.INTERRUPTED)
    at = moment(root or {}, "completedAt") if run.loose else moment(told, "completedAt")
    if at is None or status == "rolled_back":
        at = max([log.at(run.begun), *(log.at(event) for event in items)])
    return Ending(ended_as, at, _reason(ended_as, status, items))


def _status_of(items: list[Event]) -> str:
    """That of a loose run without a node: imported ones are completed, and a subagent's is when nothing of it goes on."""
    return "running" if any(event.payload.get("status") in ("running", "pending", "waiting") for event in items) else "completed"


def _reason(ended_as: RunStatus, status: str, items: list[Event]) -> str | None:
    if status == "cancelled":
        return "cancelled"
    if ended_as is not RunStatus.FAILED:
        return None
    told = [reason for event in items if event.payload.get("type") == "error" and (reason := failure_of(event.payload)) is not None]
    return told[-1] if told else None
