"""An import's report, for people and for scripts."""

from collections.abc import Iterator, Sequence
from typing import Any

from lineage.importers.report import Fault, FileReport

SHOWN_PLACES = 8
"""Lines of a fault that a person is shown; the JSON report has all."""


def totals(reports: Sequence[FileReport]) -> dict[str, int]:
    """The sums over all files."""
    return {
        "files": len(reports),
        "threads": sum(report.threads for report in reports),
        "runs": sum(report.runs for report in reports),
        "written": sum(report.written for report in reports),
        "items": sum(report.items for report in reports),
        "faults": sum(max(len(fault.places), 1) for report in reports for fault in report.faults),
    }


def as_json(reports: Sequence[FileReport], passed_over: int) -> dict[str, Any]:
    """The report as one JSON object."""
    files = [
        {
            "path": str(report.path),
            "format": report.format,
            "threads": report.threads,
            "runs": report.runs,
            "written": report.written,
            "items": report.items,
            "faults": [{"kind": fault.kind, "about": fault.about, "places": fault.places} for fault in report.faults],
        }
        for report in reports
    ]
    return {"files": files, "passedOver": passed_over, "totals": totals(reports)}


def in_words(reports: Sequence[FileReport], passed_over: int, every_file: bool) -> Iterator[str]:
    """The report line by line: files with faults, or every file, and the sums."""
    for report in reports:
        if report.faults or every_file:
            yield f"{report.path}: {report.format or 'unknown format'}, {_counted(report)}"
            yield from (f"  {_fault(fault)}" for fault in report.faults)
    sums = totals(reports)
    faults = f"{sums['faults']} faults" if sums["faults"] else "no faults"
    others = f"; {passed_over} files of other kinds were passed over" if passed_over else ""
    yield f"{_many(sums['files'], 'file')}, {_many(sums['threads'], 'thread')}, {_runs(sums['runs'], sums['written'])}, {faults}{others}"


def _counted(report: FileReport) -> str:
    return f"{_many(report.threads, 'thread')}, {_runs(report.runs, report.written)}"


def _runs(runs: int, written: int) -> str:
    return f"{_many(runs, 'run')} ({written} written)"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _fault(fault: Fault) -> str:
    if not fault.places:
        return f"{fault.kind}: {fault.about}"
    shown = ", ".join(map(str, fault.places[:SHOWN_PLACES]))
    more = len(fault.places) - SHOWN_PLACES
    return f"{fault.kind}: {fault.about} (at {shown}{f' and {more} more' if more > 0 else ''})"
