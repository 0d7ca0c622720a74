"""How lines name each other: which ids there are, and what is wrong with them."""

from dataclasses import dataclass, field

import orjson

from lineage.importers.claude_code.lines import Line
from lineage.importers.loose import text
from lineage.importers.report import FaultKind, FileReport

_CONTENT = ("message", "attachment", "content", "data")


@dataclass(slots=True)
class Chains:
    """The lines of a file by their uuid.

    Only a line that stands before another one is followed as its parent: what is decided about a line then never changes when
    the file grows, and there are no cycles. The program itself names later lines in one place, the logicalParentUuid of a
    compaction that kept some messages; anywhere else it is a fault.
    """

    report: FileReport
    _lines: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    _elsewhere: set[str] = field(default_factory=set)
    _unknown: list[tuple[str, str, int, bool]] = field(default_factory=list)

    def has(self, uuid: str) -> bool:
        return uuid in self._lines

    def add(self, uuid: str, line: Line, place: int) -> bool:
        """Takes a line. False when there is one of this uuid already: it was written twice, and the first one counts."""
        written = _fingerprint(line)
        if (known := self._lines.get(uuid)) is not None:
            if known[0] != written:
                self.report.fault(FaultKind.REPEATED_ID, "two lines with the same uuid and different content", place)
            return False
        parent = parent_named_by(line)
        if parent is not None and parent not in self._lines:
            self._unknown.append((uuid, parent, place, text(line.get("parentUuid")) is None))
        self._lines[uuid] = (written, parent)
        return True

    def is_elsewhere(self, uuid: str) -> None:
        """This line is in another file, as a line of this one says."""
        self._elsewhere.add(uuid)

    def tell_faults(self) -> None:
        """Tells what is wrong with the parents that were not known when their child came. Called at the end of the file."""
        without_cycle: set[str] = set()
        for uuid, parent, place, is_logical in self._unknown:
            if parent not in self._lines:
                if parent not in self._elsewhere:
                    self.report.fault(FaultKind.DANGLING_PARENT, "a parent line that the file does not have", place)
            elif is_logical:
                continue
            elif self._comes_back(parent, uuid, without_cycle):
                self.report.fault(FaultKind.CYCLE, "lines that are each other's parents", place)
            else:
                self.report.fault(FaultKind.DANGLING_PARENT, "a parent line that comes only later in the file", place)

    def _comes_back(self, start: str, to: str, without_cycle: set[str]) -> bool:
        passed: set[str] = set()
        here: str | None = start
        while here is not None and here in self._lines and here not in passed and here not in without_cycle:
            if here == to:
                return True
            passed.add(here)
            here = self._lines[here][1]
        without_cycle |= passed
        return False


def parent_named_by(line: Line) -> str | None:
    """The line before it in its conversation, also across a compaction, which starts a new chain."""
    return text(line.get("parentUuid")) or text(line.get("logicalParentUuid"))


def _fingerprint(line: Line) -> int:
    try:
        return hash(orjson.dumps([line.get(name) for name in _CONTENT]))
    except orjson.JSONEncodeError:
        # Nested deeper than orjson writes, though not deeper than it reads.
        return 0
