"""The messages of a state, in all shapes that graphs keep them in, and turn items of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from lineage.adapters.commands import last_lines
from lineage.domain.kinds import TurnItemKind
from lineage.importers.loose import Json, mapping, mappings, text
from lineage.importers.recorded import RecordedItem

_KINDS = {
    "human": "human",
    "user": "human",
    "ai": "ai",
    "assistant": "ai",
    "tool": "tool",
    "function": "tool",
    **dict.fromkeys(("system", "developer", "chat", "generic", "remove"), "beside"),
}
"""The kinds of messages by their types and roles."""
_CHANNEL = "messages"


@dataclass(frozen=True, slots=True)
class Said:
    """A message. content is what of it is text."""

    kind: str
    content: str
    id: str | None
    fields: Json

    @property
    def model(self) -> str | None:
        told = mapping(self.fields.get("response_metadata"))
        return text(told.get("model_name")) or text(told.get("model"))


def messages_of(values: Json) -> list[Said]:
    """The messages in a state, with those of an input that no step has taken yet."""
    pending = values.get("__start__")
    return [*_listed(values), *(_listed(pending) if isinstance(pending, dict) else _several(pending))]


def new_messages(before: Sequence[Said], after: Sequence[Said]) -> list[Said]:
    """What came to the messages: those with new ids, or without ids those behind the first so many."""
    known = {message.id for message in before if message.id}
    return [
        message
        for at, message in enumerate(after)
        if (message.id not in known if message.id else at >= len(before) or before[at].content != message.content)
    ]


def items_of(messages: Sequence[Said]) -> Iterator[RecordedItem]:
    """What the messages say, as turn items."""
    names = {text(call.get("id")): text(call.get("name")) for message in messages for call in mappings(message.fields.get("tool_calls"))}
    for message in messages:
        match message.kind:
            case "human" if message.content:
                yield RecordedItem(TurnItemKind.USER_MESSAGE, message.content)
            case "ai":
                if thought := _thought(message.fields.get("content")):
                    yield RecordedItem(TurnItemKind.REASONING, thought)
                if message.content:
                    yield RecordedItem(TurnItemKind.ASSISTANT_MESSAGE, message.content)
            case "tool":
                name = text(message.fields.get("name")) or names.get(text(message.fields.get("tool_call_id")))
                failed = message.fields.get("status") == "error"
                data = {"tool": name or "tool", "output": last_lines(message.content), "failed": failed}
                yield RecordedItem(TurnItemKind.TOOL_OUTPUT, data=data)


def _listed(values: Json) -> list[Said]:
    """The channel `messages`, or else the first one that holds messages."""
    if _CHANNEL in values:
        return _several(values[_CHANNEL])
    for name in sorted(key for key in values if isinstance(key, str)):
        entries = values[name]
        if isinstance(entries, list) and entries and all(isinstance(entry, dict) and _message(entry) is not None for entry in entries):
            return _several(entries)
    return []


def _several(value: Any) -> list[Said]:
    entries = value if isinstance(value, list) and not _is_pair(value) else [value]
    return [message for entry in entries if (message := _message(entry)) is not None]


def _message(value: Any) -> Said | None:
    if isinstance(value, str):
        return Said("human", value, None, {}) if value else None
    if _is_pair(value):
        value = {"role": value[0], "content": value[1]}
    if not isinstance(value, dict):
        return None
    kind = _KINDS.get(str(value.get("type") or value.get("role") or "").removesuffix("MessageChunk").lower())
    return Said(kind, _content(value.get("content")), text(value.get("id")), value) if kind else None


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(entry, str) for entry in value) and value[0] in _KINDS


def _content(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        texts = [entry if isinstance(entry, str) else text(mapping(entry).get("text")) for entry in value]
        return "\n".join(said for said in texts if said)
    return "" if value is None else as_json(value)


def _thought(value: Any) -> str | None:
    thoughts = [text(block.get("thinking")) or text(block.get("reasoning")) for block in mappings(value)]
    return "\n".join(thought for thought in thoughts if thought) or None


def as_json(value: Any) -> str:
    """A value as text, whatever it is."""
    if isinstance(value, str):
        return value
    try:
        return orjson.dumps(value, default=repr, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return repr(value)
