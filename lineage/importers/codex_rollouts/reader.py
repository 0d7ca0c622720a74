"""The reader of Codex's rollout files."""

from collections.abc import Sequence
from pathlib import Path

from lineage.importers.codex_rollouts.departures import Ancestry
from lineage.importers.codex_rollouts.names import RolloutName
from lineage.importers.codex_rollouts.neighbours import Neighbours
from lineage.importers.codex_rollouts.recording import outline_of, thread_of
from lineage.importers.codex_rollouts.thread_files import ThreadFiles
from lineage.importers.codex_rollouts.types import LINES, RESPONSES
from lineage.importers.loose import mapping, parsed
from lineage.importers.recorded import Departure, RecordedThread, ThreadOutline
from lineage.importers.report import FaultKind, FileReport

_LOOKED_AT = 5
_BEGIN = b'"type":"session_meta","payload":{'
_BEGIN_WITHIN = 400


class CodexReader:
    """See lineage.importers.reading.Reader. What it knows of the files beside the opened ones is kept for the next ones."""

    name = "codex"

    def __init__(self) -> None:
        self._neighbours = Neighbours()
        self._ancestry = Ancestry(self._neighbours)

    def recognizes(self, path: Path, head: bytes) -> bool:
        """One of the first lines is an envelope of Codex's, or the first one the head of a file of the oldest kind."""
        lines = head.removeprefix(b"\xef\xbb\xbf").splitlines()[:_LOOKED_AT]
        if b"\n" not in head and _BEGIN in head[:_BEGIN_WITHIN].replace(b" ", b""):
            # The first line is longer than what may be looked at: it has the instructions that the model was given.
            return True
        values = [_value(line) for line in lines]
        if any(value.get("type") in LINES and isinstance(value.get("payload"), dict) for value in values if _has_word(value)):
            return True
        is_old_head = bool(values) and isinstance(values[0].get("id"), str) and {"timestamp"} <= values[0].keys() <= _OLD_HEAD
        goes_on = len(values) < 2 or "record_type" in values[1] or (_has_word(values[1]) and values[1]["type"] in RESPONSES)
        return is_old_head and goes_on and (len(values) > 1 or RolloutName.of(path).thread_id is not None)

    def open(self, path: Path, report: FileReport) -> "OpenedRollout":
        """A thread's first file stands for all of them: one that goes on with the thread has none itself, unless the first is gone."""
        path.open("rb").close()
        return OpenedRollout(path, self._files(path), report, self._ancestry)

    def _files(self, path: Path) -> list[RolloutName]:
        """The files that are read as one with this one; none when another one stands for it."""
        name = RolloutName.of(path)
        if name.thread_id is None:
            return [name]
        files = self._neighbours.files_of(path, name.thread_id)
        if not any(file.rollout_id == name.rollout_id for file in files):
            return [name]
        if files[0].rollout_id != name.rollout_id:
            return []
        return [name, *files[1:]]


class OpenedRollout:
    """See lineage.importers.reading.OpenedFile. It has one thread, or none when another file stands for it."""

    def __init__(self, path: Path, files: Sequence[RolloutName], report: FileReport, ancestry: Ancestry) -> None:
        self._path = path
        self._files = files
        self._report = report
        self._ancestry = ancestry

    def outlines(self) -> Sequence[ThreadOutline]:
        if not self._files:
            return []
        if not self._files[0].is_first:
            self._report.fault(FaultKind.MISSING_PARENT, "the file that it goes on with after a revert is not here")
        files = ThreadFiles(self._files, self._report, with_content=False)
        if not files.runs:
            # A session in which nothing was asked yet is no thread; a file of another kind is not even that.
            if files.native_id is None:
                self._report.fault(FaultKind.NOT_READABLE, "has nothing of a session")
            return []
        return [outline_of(files, self._departure(files, self._report))]

    def read(self, thread_id: str) -> RecordedThread:
        unheard = FileReport(self._path)
        files = ThreadFiles(self._files, unheard, with_content=True)
        return thread_of(files, self._departure(files, unheard), self._path.name)

    def close(self) -> None:
        """Nothing stays open."""

    def _departure(self, files: ThreadFiles, report: FileReport) -> Departure | None:
        return self._ancestry.departure(self._path, files, report)


_OLD_HEAD = {"id", "timestamp", "instructions", "git"}


def _value(line: bytes) -> dict[str, object]:
    try:
        return mapping(parsed(line))
    except ValueError:
        return {}


def _has_word(value: dict[str, object]) -> bool:
    return isinstance(value.get("type"), str)
