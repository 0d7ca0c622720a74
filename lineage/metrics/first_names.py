"""Names that callers choose, as labels of metrics: a bounded number of them."""

from typing import Final

OTHER: Final = "other"
LONGEST = 80


class FirstNames:
    """The first names that are told keep theirs; each later one, and one that is very long, is called other."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: set[str] = set()

    def label(self, name: str) -> str:
        if name in self._known:
            return name
        if len(self._known) >= self._most or len(name) > LONGEST:
            return OTHER
        self._known.add(name)
        return name
