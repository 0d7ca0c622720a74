"""The test files of Codex: their ids, and what a reader gives of them in a few words."""

from pathlib import Path

from lineage.importers.codex_rollouts.reader import CodexReader
from lineage.importers.recorded import Compacted, RecordedRun, RolledBack
from tests.importers.opened import DATA, Everything, everything

FOLDER = DATA / "codex"


def thread_id(number: int) -> str:
    return f"codex:019a0000-0000-7000-8000-{number:012}"


def turn(number: int) -> str:
    """The id of a run that has a turn id."""
    return f"codex:019a0000-1111-7000-8000-{number:012}"


def read(path: Path) -> Everything:
    """A file read by a reader that has seen nothing else."""
    return everything(CodexReader(), path)


def read_below(folder: str) -> dict[str, Everything]:
    """All files below a folder of the test files, by their threads' ids; those without threads by their names."""
    found = {}
    for path in sorted((FOLDER / folder).rglob("rollout-*")):
        all_of_it = read(path)
        found[next(iter(all_of_it.outlines), path.name)] = all_of_it
    return found


def read_one(folder: str) -> Everything:
    """The only file below a folder."""
    (found,) = read_below(folder).values()
    return found


def steps(found: Everything, id: str) -> list[str]:
    """What happened in a thread: messages of runs, and what was dropped or compacted between them."""
    messages = {run.id: run.message for run in found.threads[id].runs}
    told = []
    for step in found.threads[id].steps:
        match step:
            case RecordedRun():
                told.append(str(step.message))
            case RolledBack():
                assert step.native and not step.pending
                told.append(f"dropped from {messages[step.first_dropped_run_id]}")
            case Compacted():
                told.append(f"compacted: {step.summary}")
    return told


def items(run: RecordedRun) -> list[tuple[str, object]]:
    """The items, each with its text or else its data."""
    return [(item.kind.value, item.text if item.text is not None and not item.data else item.data) for item in run.items]
