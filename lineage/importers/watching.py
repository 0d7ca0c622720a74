"""Sessions that go on while they are followed: files that grew or came are looked at again."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from pathlib import Path

from lineage.importers.codex_rollouts.names import RolloutName
from lineage.importers.finding import files_below

Stamp = tuple[int, int]
"""A file's size in bytes, and when it was changed, in nanoseconds."""


def stamps(paths: Sequence[Path]) -> dict[Path, Stamp]:
    """What tells whether a file below the paths has changed."""
    found: dict[Path, Stamp] = {}
    for path, _ in files_below(paths):
        try:
            state = path.stat()
        except OSError:
            continue
        found[path] = (state.st_size, state.st_mtime_ns)
    return found


async def changes(paths: Sequence[Path], since: dict[Path, Stamp], seconds: float) -> AsyncIterator[list[Path]]:
    """The files that changed or came, each time that there are any; looked for every so many seconds."""
    known = since
    while True:
        await asyncio.sleep(seconds)
        now = await asyncio.to_thread(stamps, paths)
        changed = {path for path, stamp in now.items() if known.get(path) != stamp}
        known = now
        if changed:
            yield sorted(changed | _read_with(changed, now))


def _read_with(changed: Collection[Path], there: Iterable[Path]) -> set[Path]:
    """The first files of rollouts that go on in other files: they are read as one."""
    names = [RolloutName.of(path) for path in changed]
    going_on = {name.thread_id for name in names if name.thread_id is not None and not name.is_first}
    if not going_on:
        return set()
    return {path for path in there if (name := RolloutName.of(path)).is_first and name.thread_id in going_on}
