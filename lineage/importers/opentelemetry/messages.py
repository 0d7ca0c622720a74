"""The messages of a span: in attributes, or in events, in the shapes of all versions of the conventions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lineage.importers.loose import Json, mapping, mappings, parsed, text

_OF_EVENTS = {
    "gen_ai.user.message": "user",
    "gen_ai.system.message": "system",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_TEXTS = frozenset({"text", "output_text", "input_text"})
_THOUGHTS = frozenset({"reasoning", "thinking"})


@dataclass(frozen=True, slots=True)
class Said:
    role: str
    text: str
    thought: str


def asked_in(content: Json) -> list[Said]:
    """What was sent to the model or the agent."""
    attributes, events = mapping(content.get("attributes")), mappings(content.get("events"))
    for told in (attributes, *(mapping(event.get("attributes")) for event in events)):
        for name in ("gen_ai.input.messages", "gen_ai.prompt"):
            if found := _listed(told.get(name), "user"):
                return found
    of_events = [
        _said(mapping(event.get("attributes")), _OF_EVENTS[str(event.get("name"))]) for event in events if event.get("name") in _OF_EVENTS
    ]
    return of_events or list(_numbered(attributes, "gen_ai.prompt", "user"))


def answered_in(content: Json) -> list[Said]:
    """What came back."""
    attributes, events = mapping(content.get("attributes")), mappings(content.get("events"))
    for told in (attributes, *(mapping(event.get("attributes")) for event in events)):
        for name in ("gen_ai.output.messages", "gen_ai.completion"):
            if found := _listed(told.get(name), "assistant"):
                return found
    choices = [mapping(event.get("attributes")) for event in events if event.get("name") == "gen_ai.choice"]
    of_events = [_said(mapping(_loaded(choice.get("message"))) or choice, "assistant") for choice in choices]
    return of_events or list(_numbered(attributes, "gen_ai.completion", "assistant"))


def _listed(value: Any, role: str) -> list[Said]:
    loaded = _loaded(value)
    if isinstance(loaded, str):
        return [Said(role, loaded, "")] if loaded else []
    entries = loaded if isinstance(loaded, list) else [loaded]
    return [_said(entry, role) for entry in entries if isinstance(entry, dict)]


def _loaded(value: Any) -> Any:
    """A value that may be written as JSON in a text."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return parsed(value.encode(errors="replace"))
        except ValueError:
            return value
    return value


def _said(message: Json, role: str) -> Said:
    parts = message.get("parts", message.get("content", message.get("gen_ai.event.content")))
    loaded = _loaded(parts)
    if isinstance(loaded, str):
        return Said(text(message.get("role")) or role, loaded, "")
    texts: list[str] = []
    thoughts: list[str] = []
    for part in loaded if isinstance(loaded, list) else [loaded]:
        told = part if isinstance(part, str) else text(mapping(part).get("content")) or text(mapping(part).get("text"))
        kind = "text" if isinstance(part, str) else mapping(part).get("type", "text")
        if told and isinstance(kind, str):
            (texts if kind in _TEXTS else thoughts if kind in _THOUGHTS else []).append(told)
    return Said(text(message.get("role")) or role, "\n".join(texts), "\n".join(thoughts))


def _numbered(attributes: Json, name: str, role: str) -> Iterator[Said]:
    """Messages in attributes of their own: gen_ai.prompt.0.role, gen_ai.prompt.0.content."""
    at = 0
    while f"{name}.{at}.content" in attributes or f"{name}.{at}.role" in attributes:
        yield _said({"role": attributes.get(f"{name}.{at}.role"), "content": attributes.get(f"{name}.{at}.content")}, role)
        at += 1
