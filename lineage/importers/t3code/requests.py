"""What an agent asked a person for in a turn: consent, or an answer."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from lineage.domain.kinds import TurnItemKind
from lineage.importers.recorded import RecordedItem
from lineage.importers.t3code.fields import Json, mapping, mappings, text, word

_OVER = frozenset({"completed", "cancelled", "failed", "interrupted"})
_DECISIONS = {"accept": "allowed", "acceptForSession": "allowed", "acceptAlways": "allowed", "decline": "declined", "cancel": "declined"}
_ASKED_FOR = {"command": "to run a command", "file-read": "to read a file", "file-change": "a change of files"}


def approval(item: Json, request: Json | None, at: datetime | None) -> RecordedItem:
    """A wish for consent, and what became of it. request is the last snapshot of what was asked, where the file has it."""
    wanted = text(item, "prompt") or _ASKED_FOR.get(str(item.get("requestKind"))) or "something that needs consent"
    data: dict[str, Any] = {"id": text(item, "requestId"), "resolved": _is_over(item, request)}
    decision = _decision(item, request)
    if decision is not None:
        data["decision"] = decision
    said = f"{decision.capitalize()}: {wanted}" if decision is not None else wanted
    return RecordedItem(TurnItemKind.APPROVAL, said, data, at)


def questions(item: Json, request: Json | None, at: datetime | None) -> Iterator[RecordedItem]:
    """Each question of a request for answers, with the answer where it was given."""
    answers = mapping(request or {}, "answers")
    for number, question in enumerate(mappings(item, "questions"), 1):
        asked = text(question, "question") or text(question, "header")
        if asked is None:
            continue
        data: dict[str, Any] = {"id": f"{item.get('requestId')}-{number}", "resolved": _is_over(item, request)}
        answer = answers.get(str(question.get("id")))
        if answer is not None:
            data["answer"] = answer
        yield RecordedItem(TurnItemKind.QUESTION, asked, data, at)


def _is_over(item: Json, request: Json | None) -> bool:
    return word(item, "status") in _OVER or (request is not None and request.get("status") in ("resolved", "expired", "cancelled"))


def _decision(item: Json, request: Json | None) -> str | None:
    told = _DECISIONS.get(str(request.get("decision"))) if request is not None else None
    if told is None and item.get("status") in ("completed", "cancelled"):
        # Older versions keep no decision: the item is completed where it was allowed.
        told = "allowed" if item.get("status") == "completed" else "declined"
    return told
