"""Where a thread stands while its lines are read: its turns so far, and the one that is open."""

from datetime import datetime, timedelta

from lineage.importers.codex_rollouts.header import Header
from lineage.importers.codex_rollouts.items import TurnItems
from lineage.importers.codex_rollouts.lines import Complaints, Line
from lineage.importers.codex_rollouts.records import Record
from lineage.importers.codex_rollouts.turn import Drop, Entry, Settings, Turn
from lineage.importers.codex_rollouts.values import text_in
from lineage.importers.report import FaultKind

_COPYING = timedelta(seconds=1)
"""How long an older fork takes to write down its copy of the parent's lines, which then may have new times."""


class ThreadState:
    """entries has everything in order; live the runs that have ended and were not dropped. Without content no items are made."""

    def __init__(self, header: Header, native_id: str, with_content: bool) -> None:
        self.entries: list[Entry] = []
        self.live: list[Turn] = []
        self.open: Turn | None = None
        self.next_settings: Settings | None = None
        self.with_content = with_content
        self._header = header
        self._native_id = native_id
        self._named: dict[str, Turn] = {}
        self._others: set[str] = set()
        self._threads = {native_id}
        self._copied_from: str | None = None
        self._rollout_id = native_id
        self._complaints: Complaints | None = None

    def begin_file(self, rollout_id: str, complaints: Complaints) -> None:
        """The lines that follow are another file's."""
        self.end_open()
        self._rollout_id, self._complaints = rollout_id, complaints

    def embed(self, thread_id: str) -> None:
        """The lines that follow may be copies from this thread."""
        if thread_id != self._native_id:
            self._threads.add(thread_id)
            self._copied_from = thread_id

    def leave_to_others(self, turn_id: str) -> None:
        """The turn is a subagent's, though its lines stand here, too."""
        self._others.add(turn_id)

    def is_of_others(self, line: Line) -> bool:
        """Whether an event is about a turn or a thread of somebody else."""
        payload = line.payload
        if text_in(payload, "turn_id") in self._others:
            return True
        return line.kind[:1].isupper() and text_in(payload, "thread_id") not in (None, *self._threads)

    def knows(self, turn_id: str | None) -> bool:
        return turn_id in self._named

    def name(self, turn: Turn, id: str) -> None:
        turn.id = id
        self._named[id] = turn

    def begin(self, line: Line, id: str | None) -> Turn:
        """Opens a turn, or once more the one that had the id before.

        It counts as copied when its line is older than the thread, or was written down with the copy of another thread's lines.
        """
        if id is not None and (before := self._named.get(id)) is not None:
            if self._complaints is not None:
                self._complaints.fault(FaultKind.REPEATED_ID, "a turn that begins for the second time", line.number)
            self.open = before
            return before
        header = self._header
        is_copied = line.at < header.created_at or (self._copied_from is not None and line.at <= header.written_at + _COPYING)
        owner = (self._copied_from or header.forked_from or header.parent) if is_copied else None
        self.open = turn = Turn(line.place, self._rollout_id, owner or self._native_id, line.at, line.at, is_copied=owner is not None)
        if self.with_content:
            turn.items = TurnItems(header.folder)
        turn.settings, self.next_settings = self.next_settings, None
        self.entries.append(turn)
        if id is not None:
            self.name(turn, id)
        return turn

    def end_open(self) -> None:
        """Nothing more comes in the open turn. Where its end was not told, what it looks like counts."""
        turn, self.open = self.open, None
        if turn is None:
            return
        turn.end_untold()
        if turn.is_run and not turn.has_counted:
            turn.has_counted = True
            self.live.append(turn)

    def turn_of(self, line: Line) -> Turn | None:
        """The turn that a line belongs to: one that it names, the open one, else the last one when nothing came after it."""
        named = self._named.get(text_in(line.payload, "turn_id") or "") if line.type == "event_msg" else None
        if named is not None or self.open is not None:
            return named or self.open
        last = self.entries[-1] if self.entries else None
        return last if isinstance(last, Turn) and last.rollout_id == self._rollout_id and last.is_run else None

    def turn_named(self, line: Line) -> Turn | None:
        """The turn whose end a line tells."""
        id = text_in(line.payload, "turn_id")
        if id is None or (self.open is not None and self.open.id is None):
            return self.open
        return self._named.get(id)

    def drop(self, kept: int, at: datetime) -> None:
        """Drops all live runs but so many of the first ones."""
        dropped = self.live[kept:]
        if dropped:
            del self.live[kept:]
            for turn in dropped:
                turn.is_dropped = True
            self.entries.append(Drop(dropped[0], at))

    def drop_last(self, messages: int, at: datetime) -> None:
        """Drops the runs of the last messages. Codex counts messages: a turn without one goes with the one before it."""
        kept = len(self.live)
        while kept and messages > 0:
            kept -= 1
            messages -= self.live[kept].message is not None
        self.drop(kept, at)

    def keep(self, turn: Turn | None, record: Record) -> None:
        """Takes what items are made of."""
        if turn is not None and turn.items is not None:
            turn.items.take(record)
