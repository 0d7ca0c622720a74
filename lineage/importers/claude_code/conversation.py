"""Which runs a conversation has, and which thread has each of them, found out line by line and never changed by later lines."""

from array import array
from dataclasses import dataclass, field
from datetime import datetime

from lineage.domain.kinds import RunStatus
from lineage.importers.claude_code.lines import Line, text_in
from lineage.importers.claude_code.messages import Kind, ending_after
from lineage.importers.report import FaultKind, FileReport

FORMAT = "claude-code"

_CONTENT = frozenset({Kind.ANSWER, Kind.FAILURE, Kind.RESULT, Kind.INTERRUPTION, Kind.NEWS, Kind.PEER, Kind.QUEUED})


@dataclass(slots=True, eq=False)
class Node:
    """A line that a run begins with, or may turn out to have begun with when it is answered: then it has a thread."""

    run_id: str
    ref: str | None
    """The turn's reference: the line of its message. None when its message is not in the file."""
    parent: "Node | None"
    offset: int
    place: int
    at: datetime | None
    thread: "Sketch | None" = None
    number: int = 0
    """Among the runs of its thread, from 0."""
    is_local: bool = False
    """The program answered it itself."""
    goes_on: bool = False
    """Another run follows in its thread."""
    ending: RunStatus | None = None


@dataclass(slots=True, eq=False)
class Boundary:
    """A compaction: of all up to after, whose summary is in the line at summary."""

    after: Node | None
    at: datetime | None
    offset: int | None = None
    summary: int | None = None


@dataclass(slots=True, eq=False)
class Sketch:
    """A thread as the survey finds it. offsets, owners and kinds tell its lines with content, their runs' numbers, what they are."""

    suffix: str
    """What stands behind the session's thread id in its own one."""
    left: Node | None = None
    runs: list[Node] = field(default_factory=list)
    offsets: "array[int]" = field(default_factory=lambda: array("q"))
    owners: "array[int]" = field(default_factory=lambda: array("l"))
    kinds: list[Kind] = field(default_factory=list)
    boundaries: list[Boundary] = field(default_factory=list)
    is_live: bool = True


@dataclass(frozen=True, slots=True)
class Seen:
    """A line as the survey saw it."""

    line: Line
    kind: Kind
    uuid: str
    offset: int
    place: int
    at: datetime | None


@dataclass(slots=True)
class RunIds:
    """The ids of a file's runs: those of their messages' lines, or of the lines that these were copied from."""

    report: FileReport
    _taken: set[str] = field(default_factory=set)

    def take(self, node: Node) -> None:
        """Two messages that say that they are copies of one line are two runs all the same."""
        if node.run_id in self._taken:
            self.report.fault(FaultKind.REPEATED_ID, "two messages that were copied from the same line", node.place)
        while node.run_id in self._taken:
            node.run_id += f":{node.place}"
        self._taken.add(node.run_id)


@dataclass(slots=True, eq=False)
class Conversation:
    """The runs of a session, or of one agent.

    A session's runs form a tree: a run's parent is the run that the line before its message belongs to. Its first continuation
    stays in its thread, each later one is a rewind, and begins a thread that left it there. A rewind to before the first message
    begins one that left nowhere. An agent's runs are one thread in the order of the file: nobody rewinds an agent.
    """

    ids: RunIds
    suffix: str = ""
    is_agent: bool = False
    threads: list[Sketch] = field(default_factory=list)
    newest: Node | None = None
    """Where a line goes on that names no parent that the file has."""
    _compacting: Boundary | None = None
    """A compaction whose summary has not come yet."""

    def take(self, seen: Seen, before: Node | None) -> Node | None:
        """The node that the line belongs to; before is the one of the line that it follows."""
        node, kind = self.newest if self.is_agent else before, seen.kind
        if kind is Kind.PEER and run_of(node or self.newest) is None:
            kind = Kind.MESSAGE
        match kind:
            case Kind.MESSAGE:
                node = self._begin(_node(seen, node))
            case Kind.COMMAND:
                node = _node(seen, _answerable(node))
                if node.parent is not None and node.parent.thread is None:
                    # Commands that nobody answered do not pile up.
                    node.parent.parent = run_of(node.parent.parent)
            case Kind.COMMAND_OUTPUT if node is not None:
                node.is_local = True
            case Kind.ANSWER | Kind.FAILURE:
                node = self._answered(seen, node)
            case Kind.NEWS:
                node = run_of(node)
            case Kind.PEER:
                node = run_of(node or self.newest)
            case Kind.COMPACTION:
                self._compacting = self._compacted(seen, run_of(node))
            case Kind.SUMMARY:
                boundary = self._compacting or self._compacted(seen, run_of(node))
                boundary.summary = seen.offset
        if (run := run_of(node)) is not None and run.thread is not None:
            run.ending = ending_after(kind, seen.line, run.ending)
            if kind in _CONTENT:
                run.thread.offsets.append(seen.offset)
                run.thread.owners.append(run.number)
                run.thread.kinds.append(kind)
            if kind in _CONTENT or kind is Kind.MESSAGE:
                self._compacting = None
        self.newest = node or self.newest
        return node

    def tell_live(self) -> None:
        """Only the thread with the newest line can be resumed as it stands, and none when all was rewound; said at the end of the file."""
        newest = run_of(self.newest)
        for thread in self.threads:
            thread.is_live = newest is not None and newest.thread is thread

    def _begin(self, node: Node) -> Node:
        self.ids.take(node)
        parent = run_of(node.parent)
        if self.is_agent and self.threads:
            thread = self.threads[0]
        elif parent is not None and parent.thread is not None and not parent.goes_on:
            thread = parent.thread
            parent.goes_on = True
        else:
            thread = Sketch(f"{self.suffix}:{_uuid_in(node.run_id)}" if self.threads else self.suffix, parent)
            self.threads.append(thread)
        node.thread, node.number = thread, len(thread.runs)
        thread.runs.append(node)
        return node

    def _answered(self, seen: Seen, node: Node | None) -> Node:
        """The run that an answer belongs to. One without a message comes from a file that begins in the middle of a run."""
        node = _answerable(node) or _answerable(self.newest)
        if node is None:
            return self._begin(_node(seen, None, is_said=False))
        return node if node.thread is not None else self._begin(node)

    def _compacted(self, seen: Seen, run: Node | None) -> Boundary:
        """A compaction in the middle of a run is one of the runs before it: the run itself goes on, and is known."""
        is_over = run is not None and (run.ending is not None or text_in(seen.line, "compactMetadata", "trigger") == "manual")
        boundary = Boundary(run if run is None or is_over else run_of(run.parent), seen.at)
        if seen.kind is Kind.COMPACTION:
            boundary.offset = seen.offset
        if boundary.after is not None and run is not None and run.thread is not None:
            run.thread.boundaries.append(boundary)
        return boundary


def run_of(node: Node | None) -> Node | None:
    """The run that a line of this node belongs to."""
    while node is not None and node.thread is None:
        node = node.parent
    return node


def _answerable(node: Node | None) -> Node | None:
    while node is not None and node.thread is None and node.is_local:
        node = node.parent
    return node


def _node(seen: Seen, parent: Node | None, is_said: bool = True) -> Node:
    # A fork may give the lines that it copies new uuids, and names the old ones.
    original = text_in(seen.line, "forkedFrom", "messageUuid") or seen.uuid
    return Node(f"{FORMAT}:{original}", seen.uuid if is_said else None, parent, seen.offset, seen.place, seen.at)


def _uuid_in(run_id: str) -> str:
    return run_id.removeprefix(f"{FORMAT}:")
