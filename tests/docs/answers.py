"""Asking a service the documents of a page, and holding its answers to those shown."""

import re
from typing import Any

import httpx

_MADE = re.compile(r"<[a-z0-9-]+>")
_QUOTED = re.compile(r'"(<[a-z0-9-]+>)"')


class Made:
    """What the names in angle brackets stand for: ids that the service made, taken from the first answer that shows each."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def put_into(self, document: str) -> str:
        """A document with real ids in place of the names; one that no answer has shown before stays."""
        return _QUOTED.sub(lambda match: f'"{self._ids.get(match[1], match[1])}"', document)

    def named(self, shown: Any, real: Any) -> Any:
        """The real answer with the names that the shown one has in the same places; what differs stays as it is."""
        if isinstance(shown, str) and isinstance(real, str) and _MADE.fullmatch(shown):
            return shown if self._ids.setdefault(shown, real) == real else real
        if isinstance(shown, dict) and isinstance(real, dict):
            return {name: self.named(shown.get(name), value) for name, value in real.items()}
        if isinstance(shown, list) and isinstance(real, list):
            return [self.named(shown[place] if place < len(shown) else None, value) for place, value in enumerate(real)]
        return real


def ask(url: str, document: str) -> dict[str, Any]:
    """The whole answer of the service; of errors what a page shows: message and code."""
    answer: dict[str, Any] = httpx.post(url, json={"query": document}, timeout=300).json()
    if errors := answer.get("errors"):
        answer["errors"] = [{"message": error["message"], "extensions": {"code": error["extensions"]["code"]}} for error in errors]
    return answer
