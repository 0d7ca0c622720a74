"""An export, checked line by line: it gives its trees one by one, each once it is known to be whole."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from lineage.exporters.jsonl import END, FORMAT, TREE_END
from lineage.importers.own_jsonl.lines import Line, is_readable, lines_of, parsed, version_of
from lineage.importers.own_jsonl.rows import row_of
from lineage.importers.own_jsonl.tree import CheckedTree
from lineage.importers.reading import DAMAGED, unpacked
from lineage.importers.report import FaultKind, FileReport
from lineage.store.records.kinds import KINDS
from lineage.store.records.model import Row

MEMORY_BYTES = 16 << 20
"""What is held in memory of a tree's lines until it is whole; more goes to disk."""


@dataclass(frozen=True, slots=True)
class WholeTree:
    """A tree of which nothing is wrong."""

    root_id: str
    first_line: int
    runs: int
    lines: IO[bytes]
    """The lines of its rows; to be read as long as this is the last tree that was given."""

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Its rows with the names of their kinds, from the first on."""
        self.lines.seek(0)
        for line in self.lines:
            value = parsed(line)
            yield value["type"], row_of(value["type"], value)


class Export:
    """A file of the project's own format. What is wrong with it goes into the report; a tree with anything wrong is left out as a whole."""

    def __init__(self, path: Path, report: FileReport) -> None:
        self._path = path
        self._report = report
        self.providers: list[Row] = []
        """The registered profiles: known when the first tree is, or the file is over."""

    def trees(self) -> Iterator[WholeTree]:
        """Its whole trees, in order."""
        with closing(SpooledTemporaryFile(max_size=MEMORY_BYTES)) as spool:
            checking = _Checking(self._report, self.providers)
            try:
                with unpacked(self._path) as file:
                    for line in lines_of(file):
                        done = checking.take(line)
                        if done is not None and done.is_whole:
                            yield WholeTree(done.root_id, done.first_line, len(done.runs), spool)
                        if checking.is_over:
                            return
                        _keep(checking, line, spool)
            except DAMAGED:
                self._report.fault(FaultKind.NOT_READABLE, "the file cannot be read, or no further")
            checking.finish()


def _keep(checking: "_Checking", line: Line, spool: IO[bytes]) -> None:
    """Puts the line aside when it is a row of the tree that is being read."""
    tree = checking.tree
    if tree is None or not tree.is_whole:
        return
    if line.number == tree.first_line:
        spool.seek(0)
        spool.truncate()
    spool.write(line.bytes)


class _Checking:
    def __init__(self, report: FileReport, providers: list[Row]) -> None:
        self._report = report
        self._providers = providers
        self.tree: CheckedTree | None = None
        """The tree that is being read."""
        self.is_over = False
        """Whether nothing after the last line can be read."""
        self._begun = False
        self.trees = 0
        self._ended = False

    def take(self, line: Line) -> CheckedTree | None:
        """Checks a line. Gives the tree that it ends."""
        if not self._begun:
            self._begin(line)
            return None
        value = parsed(line.bytes)
        if value is None and not line.whole:
            self._wrong(FaultKind.CUT_LINE, "a line that ends in the middle", line.number)
        elif not isinstance(value, dict) or not isinstance(value.get("type"), str):
            self._wrong(FaultKind.NOT_READABLE, "a line that is no JSON object with a type", line.number)
        elif self._ended:
            self._wrong(FaultKind.NOT_READABLE, "a line after the one that ends the file", line.number)
        elif value["type"] == END:
            self._end(value, line.number)
        elif value["type"] == TREE_END:
            return self._end_tree(value, line.number)
        elif value["type"] in KINDS:
            self._row(value["type"], value, line.number)
        else:
            self._wrong(FaultKind.UNKNOWN_TYPE, "a line of a type that is not known", line.number)
            self._count_row()
        return None

    def finish(self) -> None:
        """The file is over."""
        if self.tree is not None:
            self._wrong(FaultKind.CUT_LINE, "the file ends within a tree", self.tree.first_line)
            self._close_tree()
        if not self._ended:
            self._report.fault(FaultKind.CUT_LINE, "the file has no line that ends it: there was more")

    def _begin(self, line: Line) -> None:
        self._begun = is_readable(line.bytes)
        self.is_over = not self._begun
        if self.is_over:
            version = version_of(line.bytes)
            told = "no export of lineage" if version is None else f"an export of lineage in format {version!r}: expected {FORMAT}"
            self._report.fault(FaultKind.UNKNOWN_FORMAT, f"the file is {told}", line.number)

    def _row(self, name: str, value: Mapping[str, Any], number: int) -> None:
        try:
            row = row_of(name, value)
        except ValueError as error:
            self._wrong(FaultKind.NOT_READABLE, f"a {name} {error}", number)
            self._count_row()
            return
        if name == "provider":
            if self.tree is not None:
                self._wrong(FaultKind.NOT_READABLE, "a provider within a tree", number)
            self._providers.append(row)
            return
        if name == "thread" and row["parentId"] is None:
            if self.tree is not None:
                self._wrong(FaultKind.NOT_READABLE, "a tree that no line ends", self.tree.first_line)
                self._close_tree()
            self.tree = CheckedTree(row["set"]["id"], number)
        if self.tree is None:
            self._report.fault(FaultKind.NOT_READABLE, f"a {name} outside of a tree, whose root's line is broken or missing", number)
            return
        for kind, about in self.tree.take(name, row, number):
            self._wrong(kind, about, number)
        self._count_row()

    def _count_row(self) -> None:
        if self.tree is not None:
            self.tree.rows += 1

    def _end_tree(self, value: Mapping[str, Any], number: int) -> CheckedTree | None:
        self.trees += 1
        if self.tree is None or value.get("rootId") != self.tree.root_id:
            self._wrong(FaultKind.NOT_READABLE, "a line that ends a tree which did not begin", number)
            return None
        if value.get("rows") != self.tree.rows:
            self._wrong(FaultKind.NOT_READABLE, "a tree that has not the rows which its last line counts", number)
        if self.tree.is_whole:
            for (kind, about), line in self.tree.end():
                self._wrong(kind, about, line)
        return self._close_tree()

    def _close_tree(self) -> CheckedTree:
        tree, self.tree = self.tree, None
        assert tree is not None
        self._report.threads += len(tree.threads)
        self._report.runs += len(tree.runs)
        if not tree.is_whole:
            about = f"the tree of thread {tree.root_id!r} is left out, for what is wrong with its lines"
            self._report.fault(FaultKind.NOT_READABLE, about, tree.first_line)
        return tree

    def _end(self, value: Mapping[str, Any], number: int) -> None:
        if self.tree is not None:
            self._wrong(FaultKind.NOT_READABLE, "a tree that no line ends", self.tree.first_line)
            self._close_tree()
        self._ended = True
        if value.get("trees") != self.trees:
            self._report.fault(FaultKind.NOT_READABLE, "the file has not the trees that its last line counts", number)

    def _wrong(self, kind: FaultKind, about: str, number: int) -> None:
        self._report.fault(kind, about, number)
        if self.tree is not None:
            self.tree.is_whole = False
