"""Ids: the model calls everything by short names, the service by ids that no other example in its database has."""

from collections.abc import Mapping
from typing import Any

LONGEST = 256
ODD = ("", "%2F", "/a b", ":", "é漢", "🙂", "'\"`", "\\n{$}", "?x=1&y#z", "%", "<b>")
"""Endings of names, with characters that somebody's escaping has to get right."""


def is_id(field: str) -> bool:
    """Whether a field of an input holds an id or a provider's kind."""
    return field in ("id", "kind", "provider") or field.endswith("Id")


class Names:
    """What each name stands for in the service. Ids that the service makes are bound to the model's when both answer."""

    def __init__(self, salt: str, shared: Mapping[str, str] | None = None) -> None:
        self._salt = salt
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for name, id in (shared or {}).items():
            self.bind(name, id)

    def bind(self, name: str, id: str) -> None:
        self._ids[name], self._names[id] = id, name

    def knows(self, id: str) -> bool:
        return id in self._names

    def id(self, name: str) -> str:
        """The service's id for a name: the bound one, else one made from the name, of the same length where the length matters."""
        if name not in self._ids:
            if name == "" or len(name) > LONGEST:
                return name
            self.bind(name, self._salt + name[len(self._salt) :] if len(name) == LONGEST else f"{name}~{self._salt}")
        return self._ids[name]

    def to_service(self, given: Mapping[str, Any], top: bool = True) -> dict[str, Any]:
        """An input with ids in the place of names. The kind of an item is no id."""
        result: dict[str, Any] = {}
        for field, value in given.items():
            if isinstance(value, str) and is_id(field) and (top or field == "id"):
                result[field] = self.id(value)
            elif field == "checkpoint" and value is not None:
                result[field] = self.to_service(value, top=False)
            elif field == "items":
                result[field] = [self.to_service(item, top=False) for item in value]
            else:
                result[field] = value
        return result

    def from_service(self, answer: Any) -> Any:
        """An answer with names in the place of ids."""
        if isinstance(answer, dict):
            return {field: self.from_service(value) for field, value in answer.items()}
        if isinstance(answer, list):
            return [self.from_service(value) for value in answer]
        return self._names.get(answer, answer) if isinstance(answer, str) else answer
