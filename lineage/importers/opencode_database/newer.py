"""Rows of session_message, in the words of the older tables, so that there is one way to read either.

A row has a type of its own (user, synthetic, assistant, compaction, shell, idle, …), and an assistant's data has its parts within it.
"""

from collections.abc import Iterable, Iterator

from lineage.importers.loose import Json, mapping, mappings, sequence, text
from lineage.importers.opencode_database.session import Message

Row = tuple[str, str, Json, int | None]
_BESIDE = frozenset({"system", "skill", "synthetic", "agent-switched", "model-switched", "location-switched"})
"""What the program tells the model or notes for itself."""
_OUTCOMES = {"succeeded": "COMPLETED", "failed": "FAILED", "interrupted": "INTERRUPTED"}


def messages_of_rows(rows: Iterable[Row]) -> Iterator[Message]:
    """The messages that these rows are; a row of a type that is not known keeps it as its role."""
    for message_id, kind, data, place in rows:
        match kind:
            case "user":
                yield _message(message_id, place, _info("user", data), [_text_part(message_id, data.get("text"))])
            case "assistant":
                yield _message(message_id, place, _assistant(data), [_part(message_id, at, part) for at, part in _content(data)])
            case "compaction":
                yield from _compaction(message_id, place, data)
            case "idle":
                yield _message(message_id, place, {"role": "idle", "outcome": _OUTCOMES.get(str(data.get("outcome")))}, [])
            case "shell":
                yield _message(message_id, place, {"role": "shell"}, [])
            case _ if kind in _BESIDE:
                yield _message(message_id, place, {"role": "beside"}, [])
            case _:
                yield _message(message_id, place, {"role": kind or None}, [])


def _message(message_id: str, place: int | None, info: Json, parts: list[Json]) -> Message:
    return Message(message_id, {**info, "id": message_id}, parts, place)


def _info(role: str, data: Json) -> Json:
    return {"role": role, "time": mapping(data.get("time")), "metadata": data.get("metadata")}


def _text_part(message_id: str, said: object) -> Json:
    return {"type": "text", "text": said, "id": f"{message_id}-0", "messageID": message_id}


def _assistant(data: Json) -> Json:
    model = mapping(data.get("model"))
    error = data.get("error")
    told = {"finish": data.get("finish"), "modelID": model.get("id"), "providerID": model.get("providerID")}
    if isinstance(error, dict):
        aborted = "abort" in str(error.get("type") or error.get("name") or "").lower()
        told["error"] = {**error, "name": "MessageAbortedError"} if aborted else error
    snapshot = mapping(data.get("snapshot")).get("end")
    return {**_info("assistant", data), **told, "snapshot": snapshot}


def _content(data: Json) -> Iterable[tuple[int, Json]]:
    return enumerate(mappings(data.get("content")))


def _part(message_id: str, at: int, part: Json) -> Json:
    named = {"id": f"{message_id}-{at}", "messageID": message_id}
    if part.get("type") != "tool":
        return {**part, **named, "type": text(part.get("type")) or "none"}
    state = mapping(part.get("state"))
    told = {
        "status": state.get("status"),
        "input": mapping(state.get("input")),
        "metadata": mapping(state.get("metadata") or state.get("structured")),
        "output": "\n".join(str(piece["text"]) for piece in mappings(state.get("content")) if text(piece.get("text"))),
        "error": mapping(state.get("error")).get("message") or "",
        "time": {"end": mapping(part.get("time")).get("completed")},
    }
    return {"type": "tool", "tool": part.get("name"), "callID": part.get("id"), "state": told, **named}


def _compaction(message_id: str, place: int | None, data: Json) -> Iterator[Message]:
    """The request for a summary, and the summary: two messages of the older tables."""
    auto = data.get("reason") == "auto"
    asked = {"type": "compaction", "auto": auto, "id": f"{message_id}-0", "messageID": message_id}
    yield _message(message_id, place, _info("user", data), [asked])
    # Versions that keep no status write the row when the summary is there.
    if data.get("status", "completed") == "completed":
        told = [_text_part(message_id, data.get("summary"))] if not sequence(data.get("summary")) else []
        yield _message(f"{message_id}-summary", place, {**_info("assistant", data), "summary": True, "finish": "stop"}, told)
