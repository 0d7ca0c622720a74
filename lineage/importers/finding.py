"""The files below the paths that an import is told of."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lineage.importers.formats import format_of

PASSED_OVER = frozenset({".git", "node_modules", "__pycache__"})
"""Folders that are never walked: nobody keeps sessions there."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file, its format (None when it has none that is known), and whether it was named itself."""

    path: Path
    format: str | None
    named: bool


def files_below(paths: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """Each file once, folders walked in the order of names, links to folders left alone; and whether it was named itself."""
    seen: set[Path] = set()
    for path in paths:
        for file in _walk(path) if path.is_dir() else (path,):
            if (real := file.resolve()) not in seen:
                seen.add(real)
                yield file, not path.is_dir()


def _walk(folder: Path) -> Iterator[Path]:
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
        yield from (Path(at, name) for name in sorted(files) if Path(at, name).is_file())


def found_below(paths: Iterable[Path], format: str | None) -> Iterator[Found]:
    """The files with their formats. A named format is that of each file that is named itself, and picks files out of folders."""
    for file, named in files_below(paths):
        if format is not None and named:
            yield Found(file, format, named)
            continue
        found = format_of(file)
        yield Found(file, found if format in (None, found) else None, named)
