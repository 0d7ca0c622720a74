"""A thread's files read as one: a revert leaves a file and goes on in another one, which names the place where it does."""

from collections.abc import Sequence
from datetime import datetime

from lineage.importers.codex_rollouts.header import NO_TIME, Header, HistoryBase, header_of
from lineage.importers.codex_rollouts.lines import Complaints, lines_of
from lineage.importers.codex_rollouts.names import RolloutName
from lineage.importers.codex_rollouts.state import ThreadState
from lineage.importers.codex_rollouts.turn import LONG_ENOUGH, Entry, Turn
from lineage.importers.codex_rollouts.turns import Turns
from lineage.importers.reading import DAMAGED, unpacked
from lineage.importers.report import FaultKind, FileReport

_MESSAGE_MARKS = (b'"user_message"', b'"UserMessage"')
IN_A_LATER_FILE = " (in a file that goes on with the thread)"


class ThreadFiles:
    """What the files of a thread say, read in the order in which they were begun. header is the first one's."""

    def __init__(self, files: Sequence[RolloutName], report: FileReport, with_content: bool) -> None:
        first = files[0]
        self.header: Header = header_of(first.path, first)
        self.native_id = self.header.thread_id
        self.key = self.native_id or first.path.name
        """What names the thread in its id and those of its runs."""
        self._state = ThreadState(self.header, self.key, with_content)
        self._turns = Turns(self._state, any(_tells_messages_twice(file) for file in files))
        self._histories: dict[str, list[Turn]] = {}
        self._clock = NO_TIME
        for file in files:
            self._read(file, report, is_first=file is first)
        _name_runs(self.runs, self.key)

    @property
    def entries(self) -> Sequence[Entry]:
        return self._state.entries

    @property
    def title(self) -> str | None:
        return self._turns.title

    @property
    def asked_in(self) -> str | None:
        """The turn of another thread in which the thread's first own turn was asked for."""
        return self._turns.asked_in

    @property
    def runs(self) -> list[Turn]:
        """All turns that are runs, dropped ones too."""
        return [entry for entry in self._state.entries if isinstance(entry, Turn) and entry.is_run]

    def _read(self, file: RolloutName, report: FileReport, is_first: bool) -> None:
        complaints = Complaints(report, "" if is_first else IN_A_LATER_FILE)
        header = self.header if is_first else header_of(file.path, file)
        rollout_id = file.rollout_id or self.key
        self._state.begin_file(rollout_id, complaints)
        if not is_first:
            self._go_back(header.base, header.written_at, complaints)
            if self.header.forked_from_end is not None and (header.forked_from_end or 0) < self.header.forked_from_end:
                complaints.fault(FaultKind.DANGLING_PARENT, "a fork that was reverted to before its begin: what it inherited stays", 1)
        for line in lines_of(file.path, header.created_at, complaints):
            if line.type != "session_meta":
                # The order of the lines counts: what is told with an earlier time did not happen earlier.
                self._clock = line.at = max(line.at, self._clock)
            self._turns.take(line)
        self._state.end_open()
        self._histories[rollout_id] = list(self._state.live)

    def _go_back(self, base: HistoryBase | None, at: datetime, complaints: Complaints) -> None:
        """A file begins with the history of its base up to a place, or with nothing; what else is there was reverted."""
        kept = []
        if base is not None:
            held = self._histories.get(base.rollout_id, [])
            kept = [turn for turn in held if turn.rollout_id != base.rollout_id or turn.place < base.end]
        live = self._state.live
        shared = next((number for number, (one, other) in enumerate(zip(kept, live, strict=False)) if one is not other), None)
        if shared is None:
            shared = min(len(kept), len(live))
        if len(kept) > shared:
            complaints.fault(FaultKind.DANGLING_PARENT, "a revert to runs that were reverted before: they stay so", 1)
        self._state.drop(shared, at)


def _tells_messages_twice(file: RolloutName) -> bool:
    """Whether the users' messages stand in events, too; in lines of JSON a mark within a text has another form."""
    try:
        with unpacked(file.path) as lines:
            return any(mark in line for line in lines for mark in _MESSAGE_MARKS)
    except DAMAGED:
        return False


def _name_runs(runs: Sequence[Turn], key: str) -> None:
    """The turn's own id, where it has one; else the turn's number among those without, in the thread that it was taken in."""
    numbers: dict[str, int] = {}
    given: set[str] = set()
    for turn in runs:
        if turn.id is None:
            numbers[turn.owner] = number = numbers.get(turn.owner, 0) + 1
            turn.run_id = f"codex:{turn.owner}:{number}"
        else:
            turn.run_id = f"codex:{turn.id}" if len(turn.id) >= LONG_ENOUGH else f"codex:{turn.owner}:turn {turn.id}"
        while turn.run_id in given:
            turn.run_id += " again"
        given.add(turn.run_id)
