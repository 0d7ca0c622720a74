"""Surveys that are kept from the time at which a file is looked at until it is read, so that it need not be gone through again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lineage.importers.claude_code.placing import Placed
from lineage.importers.claude_code.survey import Stamp, Survey, stamp_of

MOST_BYTES = 64 << 20
"""What all of them may take. Later ones are not kept then: they are read in the order in which they came."""
_BYTES_OF_FILE = 4000
_BYTES_OF_RUN = 700
_BYTES_OF_LINE = 24
"""What a survey takes, about."""

Surveyed = tuple[Survey, Mapping[str, Placed]]


@dataclass(slots=True)
class KeptSurveys:
    """Each is given out once, and only as long as its file is as it was."""

    _kept: dict[Path, tuple[Stamp, int, Surveyed]] = field(default_factory=dict)
    _bytes: int = 0

    def keep(self, path: Path, survey: Survey, threads: Mapping[str, Placed]) -> None:
        """Keeps a survey where there is room for it."""
        self.take(path)
        taken = _BYTES_OF_FILE + sum(
            len(thread.sketch.runs) * _BYTES_OF_RUN + len(thread.sketch.offsets) * _BYTES_OF_LINE for thread in threads.values()
        )
        if self._bytes + taken <= MOST_BYTES:
            self._kept[path] = survey.stamp, taken, (survey, threads)
            self._bytes += taken

    def take(self, path: Path) -> Surveyed | None:
        """The survey of a file; None when there is none, or the file was changed since."""
        if (found := self._kept.pop(path, None)) is None:
            return None
        stamp, taken, surveyed = found
        self._bytes -= taken
        return surveyed if stamp == stamp_of(path) else None
