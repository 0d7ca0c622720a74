"""The rollout files that lie in the same tree as one: `sessions/YEAR/MONTH/DAY` and `archived_sessions`, or one flat folder."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from lineage.importers.codex_rollouts.names import RolloutName

FRESH_SECONDS = 2.0
"""How long a look at a tree counts, as long as the folder that is asked about has not changed."""
_DEEPEST = 3
_LIVE, _ARCHIVED = "sessions", "archived_sessions"


class Neighbours:
    """Finds files by their names, whose ids tell which files belong together."""

    def __init__(self) -> None:
        self._trees: dict[Path, _Tree] = {}

    def files_of(self, near: Path, thread_id: str) -> list[RolloutName]:
        """The files of a thread, in the order in which they were begun. Of a packed and a plain copy the plain one counts."""
        found: dict[str, RolloutName] = {}
        for name in self._tree(near).threads.get(thread_id, ()):
            before = found.get(name.rollout_id or "")
            if before is None or len(name.path.name) < len(before.path.name):
                found[name.rollout_id or ""] = name
        return sorted(found.values(), key=lambda name: name.age)

    def rollout(self, near: Path, rollout_id: str) -> RolloutName | None:
        """The file with this id."""
        thread_id = self._tree(near).rollouts.get(rollout_id)
        files = self.files_of(near, thread_id) if thread_id is not None else []
        return next((name for name in files if name.rollout_id == rollout_id), None)

    def _tree(self, near: Path) -> "_Tree":
        folder = near.absolute().parent
        root = _root(folder)
        tree = self._trees.get(root)
        if tree is None or not tree.is_fresh(folder):
            tree = self._trees[root] = _Tree(root)
        return tree


class _Tree:
    def __init__(self, root: Path) -> None:
        self.threads: dict[str, list[RolloutName]] = {}
        self.rollouts: dict[str, str] = {}
        self._seen_at = time.monotonic()
        self._changed: dict[Path, int] = {}
        for folder, files in _folders(root):
            self._changed[folder] = _changed(folder)
            for file in sorted(files):
                name = RolloutName.of(folder / file)
                if name.thread_id is not None and name.rollout_id is not None:
                    self.threads.setdefault(name.thread_id, []).append(name)
                    self.rollouts[name.rollout_id] = name.thread_id

    def is_fresh(self, folder: Path) -> bool:
        return time.monotonic() - self._seen_at < FRESH_SECONDS and self._changed.get(folder) == _changed(folder)


def _changed(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _root(folder: Path) -> Path:
    """The folder above those of days, months and years."""
    root = folder
    for _ in range(_DEEPEST):
        if not root.name.isdecimal():
            return root
        root = root.parent
    return root if root.name == _LIVE else folder


def _folders(root: Path) -> Iterator[tuple[Path, list[str]]]:
    roots = [root]
    if root.name in (_LIVE, _ARCHIVED):
        roots.append(root.parent / (_ARCHIVED if root.name == _LIVE else _LIVE))
    for top in roots:
        for at, folders, files in os.walk(top):
            if Path(at) != top or top.name == _LIVE:
                folders[:] = [name for name in folders if name.isdecimal()]
            else:
                folders.clear()
            yield Path(at), files
