"""Summaries that were put in the place of what a session held."""

from lineage.importers.recorded import Compacted
from lineage.importers.t3code.fields import moment, text, whole, word
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun

_SAYS_NOTHING = frozenset({"user_message", "compaction", "handoff", "checkpoint", "system_notice"})


def compactions_of(
    run: Begun, items: list[Event], is_first: bool, session_id: str, log: ThreadLog
) -> tuple[list[Compacted], list[Compacted]]:
    """The compactions of a run: those to be told before it, and those to be told after it.

    One within a run is about the runs before it: what the run did from then on is known as it was. One with nothing of the run behind
    it is about the run too, and so is one within the session's first run, as there is nothing else that it could be about.
    """
    before: list[Compacted] = []
    after: list[Compacted] = []
    goes_on = False
    for event in reversed(items):
        if event.payload.get("type") == "compaction" and event.payload.get("status") == "completed":
            (before if goes_on and not is_first else after).append(_compacted(event, session_id, log))
        elif word(event.payload, "type") not in _SAYS_NOTHING:
            goes_on = True
    return before[::-1], after[::-1]


def _compacted(event: Event, session_id: str, log: ThreadLog) -> Compacted:
    item = event.payload
    return Compacted(
        session_id=session_id,
        at=moment(item, "completedAt", "updatedAt") or log.at(event),
        summary=text(item, "summary"),
        tokens_before=whole(item, "beforeTokenCount"),
        tokens_after=whole(item, "afterTokenCount"),
    )
