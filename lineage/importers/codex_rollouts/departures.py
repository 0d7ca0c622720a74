"""Where a thread left its parent, as its first file says."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lineage.domain.kinds import ParentRelationship
from lineage.importers.codex_rollouts.header import HistoryBase
from lineage.importers.codex_rollouts.names import RolloutName
from lineage.importers.codex_rollouts.neighbours import Neighbours
from lineage.importers.codex_rollouts.thread_files import ThreadFiles
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind, FileReport

_REMEMBERED = 256


class Ancestry:
    """Finds the run that a fork's history ends with: by a place in its parent, or in the files beside it where a place says too little."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._looked_at: dict[tuple[Path, int, int], _Looked] = {}

    def departure(self, near: Path, files: ThreadFiles, report: FileReport) -> Departure | None:
        """A subagent left where it was spawned, a fork where its history ends; None for a thread that nothing was before."""
        header = files.header
        is_subagent = header.is_subagent and header.parent is not None
        parent = header.parent if is_subagent else header.forked_from
        if parent is None:
            return None
        if parent == files.native_id:
            report.fault(FaultKind.CYCLE, "a thread that names itself as its parent", 1)
            return None
        return self._spawned(files, parent) if is_subagent else self._forked(near, files, parent)

    def _spawned(self, files: ThreadFiles, parent: str) -> Departure:
        """The turn that asked for its first one, or the last one of a copy; where none is told, what the parent did when it was made."""
        run_id = f"codex:{files.asked_in}" if files.asked_in is not None else _last_copied(files)
        at = files.header.created_at if run_id is None else None
        return Departure(ParentRelationship.SUBAGENT, f"codex:{parent}", run_id=run_id, call_id=files.header.spawn_call, at=at)

    def _forked(self, near: Path, files: ThreadFiles, parent: str) -> Departure | None:
        header, thread_id = files.header, f"codex:{parent}"
        if header.forked_from_end == 0 or (header.base is not None and header.base.end == 0):
            return None
        if header.base is None and header.forked_from_end is None:
            copied = _last_copied(files)
            at = header.created_at if copied is None else None
            return Departure(ParentRelationship.FORK, thread_id, run_id=copied, at=at)
        base = header.base or HistoryBase(parent, header.forked_from_end or 0)
        run_id: str | None = None
        if base.rollout_id != parent or len(self._neighbours.files_of(near, parent)) > 1:
            # A place alone does not tell which of the parent's files it is in, or that it is in an ancestor's.
            run_id = self._last_run(near, base)
        return Departure(ParentRelationship.FORK, thread_id, run_id=run_id, place=base.end - 1 if run_id is None else None)

    def _last_run(self, near: Path, base: HistoryBase | None) -> str | None:
        """The last run below a place of a file, or of the files on which that one is based; None when they are not here."""
        seen: set[str] = set()
        while base is not None and base.rollout_id not in seen:
            seen.add(base.rollout_id)
            name = self._neighbours.rollout(near, base.rollout_id)
            if name is None:
                return None
            looked = self._look_at(name)
            own = [run_id for place, run_id in looked.runs if place < base.end]
            if own:
                return own[-1]
            base = looked.base
        return None

    def _look_at(self, name: RolloutName) -> "_Looked":
        try:
            about = name.path.stat()
        except OSError:
            return _Looked(None, ())
        key = name.path, about.st_size, about.st_mtime_ns
        if key not in self._looked_at:
            if len(self._looked_at) >= _REMEMBERED:
                del self._looked_at[next(iter(self._looked_at))]
            files = ThreadFiles([name], FileReport(name.path), with_content=False)
            self._looked_at[key] = _Looked(files.header.base, [(turn.place, turn.run_id) for turn in files.runs if not turn.is_dropped])
        return self._looked_at[key]


def _last_copied(files: ThreadFiles) -> str | None:
    """The last run that an older file has as a copy from its parent, and that was history there."""
    copied = [turn for turn in files.runs if turn.is_copied]
    kept = [turn for turn in copied if not turn.is_dropped] or copied
    return kept[-1].run_id if kept else None


@dataclass(frozen=True, slots=True)
class _Looked:
    """The places and ids of a file's own runs, and what it is based on."""

    base: HistoryBase | None
    runs: Sequence[tuple[int, str]]
