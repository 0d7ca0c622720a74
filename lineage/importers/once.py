"""Faults that may be found again when a file is gone through once more, told once."""

from lineage.importers.report import FaultKind, FileReport


class ToldOnce:
    """Notes faults in a report, each place of them once."""

    def __init__(self, report: FileReport) -> None:
        self._report = report
        self._told: set[tuple[FaultKind, str, int | None]] = set()

    def __call__(self, kind: FaultKind, about: str, place: int | None = None) -> None:
        if (kind, about, place) not in self._told:
            self._told.add((kind, about, place))
            self._report.fault(kind, about, place)
