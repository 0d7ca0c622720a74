"""What an import found: per file what was read, and every fault by kind with the places where it is."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lineage.domain.kinds import Word


class FaultKind(Word):
    """What can be wrong with a file. None of them stops an import; --strict makes them an error in the end."""

    CUT_LINE = "CUT_LINE"
    """The last line ends in the middle, as when the program was killed."""
    NOT_READABLE = "NOT_READABLE"
    """A line, row or whole file that is not what its format says."""
    UNKNOWN_TYPE = "UNKNOWN_TYPE"
    """A line of a type that the reader does not know; it was passed over."""
    REPEATED_ID = "REPEATED_ID"
    """An id that stands for two different things; the first one counts."""
    DANGLING_PARENT = "DANGLING_PARENT"
    """A line that names a parent line which the file does not have."""
    MISSING_PARENT = "MISSING_PARENT"
    """A thread that names a parent thread which is neither in what is imported nor in the store."""
    CYCLE = "CYCLE"
    """Lines or threads that name each other as parents."""
    CLOCK_BACKWARDS = "CLOCK_BACKWARDS"
    """A time before that of what came before it; the order of the file counts."""
    UNKNOWN_FORMAT = "UNKNOWN_FORMAT"
    """A file whose format was not found out."""
    UNREPRESENTABLE = "UNREPRESENTABLE"
    """Something that the graph has no word for; it was left out."""
    CONTINUED_ELSEWHERE = "CONTINUED_ELSEWHERE"
    """A thread that went on in the store by other means than imports; what the file has besides was left out."""
    GONE = "GONE"
    """A thread that was pruned, or whose texts were deleted on request: it is not brought back."""


@dataclass(slots=True)
class Fault:
    """One kind of fault about one thing, and each line or row at which it is; empty where it is about the whole file."""

    kind: FaultKind
    about: str
    places: list[int] = field(default_factory=list)


@dataclass(slots=True)
class FileReport:
    """What was read from one file."""

    path: Path
    format: str | None = None
    threads: int = 0
    runs: int = 0
    """Those of its own: what it copies from other files is counted there."""
    written: int = 0
    """How many of the runs were new, or had changed."""
    items: int = 0
    """Those of the runs that were written."""
    faults: list[Fault] = field(default_factory=list)
    _found: dict[tuple[FaultKind, str], Fault] = field(default_factory=dict, repr=False)

    def fault(self, kind: FaultKind, about: str, place: int | None = None) -> None:
        """Notes a fault. about says what is wrong in words without ids, so that faults of one kind stand together."""
        fault = self._found.get((kind, about))
        if fault is None:
            fault = self._found[kind, about] = Fault(kind, about)
            self.faults.append(fault)
        if place is not None and (not fault.places or fault.places[-1] != place):
            fault.places.append(place)

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)
