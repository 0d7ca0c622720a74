"""The first way through a file: which threads it has, and which runs and lines are theirs. It keeps ids and numbers, no content."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lineage.importers.claude_code.agents import Sidechains
from lineage.importers.claude_code.calls import Calls
from lineage.importers.claude_code.chains import Chains, parent_named_by
from lineage.importers.claude_code.conversation import Conversation, Node, RunIds, Seen, run_of
from lineage.importers.claude_code.known import TYPES
from lineage.importers.claude_code.lines import Line, all_lines, time_of
from lineage.importers.claude_code.messages import Kind, kind_of, said_in
from lineage.importers.claude_code.session import Session, agent_description, is_programs_own
from lineage.importers.loose import text
from lineage.importers.report import FaultKind, FileReport

_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""For a file without a single time."""
_KEPT_BYTES = 2 << 20
"""The largest file whose lines are kept."""

_IN_ORDER = frozenset({Kind.MESSAGE, Kind.ANSWER, Kind.RESULT})

Stamp = tuple[int, int]
"""A file's size in bytes, and when it was changed, in nanoseconds."""


def stamp_of(path: Path) -> Stamp:
    """What tells whether a file has changed. OSError when it is gone."""
    state = path.stat()
    return state.st_size, state.st_mtime_ns


class Survey:
    """A file as it was when it was gone through."""

    def __init__(self, path: Path, report: FileReport, keeps_lines: bool = False) -> None:
        self.session = Session(path)
        self.stamp = stamp_of(path)
        self.lines: dict[int, Line] | None = {} if keeps_lines and self.stamp[0] <= _KEPT_BYTES else None
        """The lines of its chains by their offsets, where the file is small: what is read next is not parsed again."""
        self.about_agent: Mapping[str, Any] = {}
        """What the file beside an agent's one says."""
        self.is_programs_own = False
        """Whether it holds an agent that no run started."""
        self.calls = Calls()
        self._ids = RunIds(report)
        self.main = Conversation(self._ids)
        """The session's conversation, or the agent's in a file that holds one."""
        self.nodes: dict[str, Node | None] = {}
        """The lines of main, each with what it belongs to."""
        self._report = report
        self._chains = Chains(report)
        self.sidechains = Sidechains(self._chains, self._ids)
        self._latest: datetime | None = None
        self._time_before: datetime | None = None
        for offset, place, line in all_lines(path, report):
            self._take(offset, place, line)
        if not self.is_programs_own:
            # Those copies of a session name its lines as their parents, which are in its own file.
            self._chains.tell_faults()
        self.main.tell_live()

    @property
    def began(self) -> datetime:
        """The first time that the file tells."""
        return self.session.began or _NO_TIME

    def forget_chains(self) -> None:
        """Drops what only the finding of threads needed: the ids of all lines."""
        self.nodes = {}
        self._chains = Chains(self._report)
        self.sidechains = Sidechains(self._chains, self._ids)

    def _take(self, offset: int, place: int, line: Line) -> None:
        uuid, written = text(line.get("uuid")), line.get("type")
        if not isinstance(written, str) or written not in TYPES:
            self._report.fault(
                FaultKind.UNKNOWN_TYPE, f"lines of type {written}" if isinstance(written, str) else "lines without a type", place
            )
        if (told := self._time_of(line, place)) is not None:
            self._time_before = told
        self.session.take(line, told)
        if uuid is not None and self._chains.add(uuid, line, place):
            self._take_in_chain(Seen(line, kind_of(line), uuid, offset, place, self._time_before), told)
        elif uuid is None and written in ("user", "assistant"):
            self._report.fault(FaultKind.NOT_READABLE, "a line of a conversation without a uuid", place)
        elif uuid is None:
            self._take_beside(line)

    def _take_in_chain(self, seen: Seen, told: datetime | None) -> None:
        line = seen.line
        if self.lines is not None:
            self.lines[seen.offset] = line
        if not self.nodes and self.session.is_of_agent(line):
            self.about_agent = agent_description(self.session.path)
            self.main.is_agent, self.main.suffix = True, f":agent-{self.session.agent_id}"
            self.is_programs_own = is_programs_own(self.session.agent_id, said_in(line))
        if line.get("isSidechain") is True and not self.main.is_agent:
            run = run_of(self.sidechains.take(seen))
        else:
            node = self.nodes[seen.uuid] = self.main.take(seen, self._before(seen))
            run = run_of(node)
            self._look_at_clock(seen, told)
            if not self.main.is_agent:
                self.session.copied(line, run if run is not None and run.thread is self.main.threads[0] else None, seen.at)
        if seen.kind is Kind.ANSWER and run is not None:
            self.calls.asked(line, seen.uuid, run)
        elif seen.kind is Kind.RESULT:
            self.calls.answered(line)
        elif line.get("type") == "progress":
            self.calls.progressed(line)

    def _before(self, seen: Seen) -> Node | None:
        parent = parent_named_by(seen.line)
        if parent is None:
            # A compaction begins a new chain, but no new conversation; nor does a line that says nothing at all of what it follows.
            goes_on = seen.kind in (Kind.COMPACTION, Kind.SUMMARY) or "parentUuid" not in seen.line
            return self.main.newest if goes_on else None
        return self.nodes.get(parent, self.main.newest)

    def _take_beside(self, line: Line) -> None:
        """Lines that stand in no chain. A person who rewinds a conversation is told by one, before the next message is."""
        leaf = line.get("leafUuid")
        if line.get("type") == "last-prompt" and line.get("explicit") is True:
            if leaf is None:
                self.main.newest = None
            elif isinstance(leaf, str) and leaf in self.nodes:
                self.main.newest = self.nodes[leaf]
        elif line.get("type") == "fork-context-ref" and (known := text(line.get("parentLastUuid"))):
            self._chains.is_elsewhere(known)

    def _time_of(self, line: Line, place: int) -> datetime | None:
        at = time_of(line)
        if at is None and line.get("timestamp") is not None:
            self._report.fault(FaultKind.NOT_READABLE, "a timestamp that is no time", place)
        return at

    def _look_at_clock(self, seen: Seen, told: datetime | None) -> None:
        """Only of messages, answers and results: what the program notes besides is not written in the order of its times."""
        if told is None or seen.kind not in _IN_ORDER:
            return
        if self._latest is not None and told < self._latest:
            self._report.fault(FaultKind.CLOCK_BACKWARDS, "a time before that of an earlier line", seen.place)
        else:
            self._latest = told
