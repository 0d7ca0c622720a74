"""What was used last, no more of it than so many things and so many characters."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class LastUsed(Generic[T]):
    """Things by their keys, with the characters that each counts for. What is larger than all may be is not kept."""

    def __init__(self, most: int, most_characters: int) -> None:
        self._most, self._most_characters = most, most_characters
        self._kept: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._characters = 0

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: str) -> T | None:
        """What is kept under the key, which counts as a use."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: str, thing: T, characters: int) -> None:
        """Keeps a thing, unless one is kept under the key, and drops those that were not used for longest."""
        if self.find(key) is not None or characters > self._most_characters:
            return
        self._kept[key] = (thing, characters)
        self._characters += characters
        while len(self._kept) > self._most or self._characters > self._most_characters:
            _, (_, dropped) = self._kept.popitem(last=False)
            self._characters -= dropped
