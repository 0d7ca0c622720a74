"""Whether a tree of an export is the stored one, a longer version of it, or went on otherwise."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from lineage.domain.kinds import Word
from lineage.exporters.jsonl import line_of
from lineage.importers.own_jsonl.rows import key_of
from lineage.store.records.kinds import KINDS
from lineage.store.records.model import Records, Row
from lineage.store.records.part import Part

Key = tuple[str, ...]
NEVER_CHANGED = ("event", "item")


class Verdict(Word):
    SAME = "SAME"
    LONGER = "LONGER"
    CONTINUED_ELSEWHERE = "CONTINUED_ELSEWHERE"


def mark_of(name: str, row: Row) -> bytes:
    """A digest of all that a row says."""
    return blake2b(line_of(name, row), digest_size=12).digest()


@dataclass(slots=True)
class StoredTree:
    """A tree of the store: what each of its rows says, as digests, and what tells how far it went."""

    marks: dict[Key, bytes] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    lock_made: int = 0

    def differs(self, name: str, row: Row) -> bool:
        """Whether it has not this very row."""
        return self.marks.get(key_of(name, row)) != mark_of(name, row)

    def against(self, rows: Iterable[tuple[str, Row]]) -> Verdict:
        """What the rows of a file are to it.

        They are a longer version when they have all that is stored, no thread at a lower version, no other event or item in the
        place of a stored one, and a lock that counted at least as far: every command moves it.
        """
        missing, same = set(self.marks), True
        lock_made = 0
        for name, row in rows:
            key = key_of(name, row)
            missing.discard(key)
            differs = self.marks.get(key) != mark_of(name, row)
            same = same and not differs
            if name == "thread":
                lock_made = row["lockMade"] if row["lockMade"] is not None else lock_made
                if row["set"]["version"] < self.versions.get(row["set"]["id"], 0):
                    return Verdict.CONTINUED_ELSEWHERE
            elif name in NEVER_CHANGED and differs and key in self.marks:
                return Verdict.CONTINUED_ELSEWHERE
        if missing or lock_made < self.lock_made:
            return Verdict.CONTINUED_ELSEWHERE
        return Verdict.SAME if same else Verdict.LONGER


async def stored_tree(parts: AsyncIterator[Part]) -> StoredTree:
    """The stored tree that these parts are."""
    stored = StoredTree()
    async for part in parts:
        for name, row in named_rows(part.records):
            stored.marks[key_of(name, row)] = mark_of(name, row)
        for row in part.records.threads:
            stored.versions[row["set"]["id"]] = row["set"]["version"]
            if row["lockMade"] is not None:
                stored.lock_made = row["lockMade"]
    return stored


def named_rows(records: Records) -> Iterable[tuple[str, Row]]:
    for name, kind in KINDS.items():
        for row in getattr(records, kind.rows):
            yield name, row
