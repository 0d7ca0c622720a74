"""Lines become turns: where each begins and ends, and what is dropped or compacted between them."""

from collections.abc import Callable
from datetime import datetime

from lineage.domain.kinds import RunStatus
from lineage.importers.codex_rollouts import messages
from lineage.importers.codex_rollouts.compacting import Compacting
from lineage.importers.codex_rollouts.failing import failure_of, reason_of_abort
from lineage.importers.codex_rollouts.lines import Line
from lineage.importers.codex_rollouts.records import Record
from lineage.importers.codex_rollouts.spawning import Spawning
from lineage.importers.codex_rollouts.state import ThreadState
from lineage.importers.codex_rollouts.turn import Settings, Turn
from lineage.importers.codex_rollouts.types import CALLS, OUTPUTS, WORK_EVENTS, WORK_ITEMS
from lineage.importers.codex_rollouts.values import mapping_in, number_in, text_in


class Turns:
    """Takes the lines of a thread's files in their order.

    A line task_started begins a turn; in files that have none a user's message does. Further messages in a running turn belong to
    it. says_twice tells that the files have the user's messages as events, too: then those count, since what else stands in the
    model's history in the user's name is Codex's own.
    """

    def __init__(self, state: ThreadState, says_twice: bool) -> None:
        self.title: str | None = None
        self.asked_in: str | None = None
        """The turn of another thread in which the thread's own first turn was asked for."""
        self._state = state
        self._says_twice = says_twice
        self._task: str | None = None
        """What another agent said, until a turn is about it."""
        self._compacting = Compacting(state)
        self._spawning = Spawning(state.with_content)
        self._kinds: dict[str, Callable[[Line], None]] = {
            "session_meta": self._meta, "turn_context": self._context, "task_started": self._started, "turn_started": self._started,
            "task_complete": self._completed, "turn_complete": self._completed, "turn_aborted": self._aborted, "error": self._failed,
            "thread_rolled_back": self._rolled_back, "thread_name_updated": self._renamed, "user_message": self._said,
            "UserMessage": self._said, "message": self._message, "agent_message": self._agent_message, "AgentMessage": self._answered,
            "inter_agent_communication": self._agent_message, "entered_review_mode": self._reviewing,
            "EnteredReviewMode": self._reviewing, "ghost_snapshot": self._snapshot, "token_count": self._compacting.count,
            "reasoning": self._worked, **dict.fromkeys(("compacted", "context_compacted", "ContextCompaction"), self._compacting.take),
            **dict.fromkeys(CALLS | OUTPUTS | WORK_EVENTS | WORK_ITEMS, self._worked),
        }  # fmt: skip

    def take(self, line: Line) -> None:
        """Takes a line; those of kinds that are about nothing lasting are passed over."""
        state = self._state
        if line.type == "event_msg" and state.is_of_others(line):
            return
        for agent in self._spawning.take(state.open, line):
            if agent.result:
                state.keep(state.turn_of(line), Record(line.at, "returned", {"text": agent.result}))
        handle = self._kinds.get(line.kind)
        if handle is not None:
            handle(line)

    def _meta(self, line: Line) -> None:
        if (id := text_in(line.payload, "id")) is not None:
            self._state.embed(id)

    def _context(self, line: Line) -> None:
        """It stands before the turn's message, or behind it, and in some versions before each request of the turn again."""
        state, turn, id, settings = self._state, self._state.open, text_in(line.payload, "turn_id"), Settings.of(line.payload)
        if turn is not None and turn.id is None and id is not None and not turn.has_worked and not state.knows(id):
            state.name(turn, id)
        if turn is not None and (turn.id == id if id is not None else not turn.has_worked):
            turn.settings = settings
            return
        state.next_settings = settings
        if id is not None and not state.knows(id) and (turn is None or not turn.is_told):
            state.end_open()
            state.begin(line, id)

    def _started(self, line: Line) -> None:
        state, turn, id = self._state, self._state.open, text_in(line.payload, "turn_id")
        asked_in = text_in(mapping_in(line.payload, "turn_attribution"), "parent_turn_id")
        if id is not None and turn is not None and asked_in is not None and asked_in == turn.id:
            # A review's turn is taken by a subagent; its lines stand here, too.
            state.leave_to_others(id)
            return
        if turn is not None and (turn.is_told or turn.has_worked or turn.id not in (None, id)):
            state.end_open()
        turn = state.open or state.begin(line, id)
        turn.is_told = True
        if id is not None and turn.id is None:
            state.name(turn, id)
        if self.asked_in is None and not turn.is_copied:
            self.asked_in = asked_in

    def _completed(self, line: Line) -> None:
        turn = self._state.turn_named(line)
        if turn is not None:
            self._note_failure(turn, failure_of(line.payload.get("error")), line.at)
            self._end(turn, RunStatus.COMPLETED, line, None)

    def _aborted(self, line: Line) -> None:
        turn = self._state.turn_named(line)
        if turn is not None:
            self._end(turn, RunStatus.INTERRUPTED, line, reason_of_abort(line.payload))

    def _end(self, turn: Turn, status: RunStatus, line: Line, reason: str | None) -> None:
        turn.end(status, line.at, reason)
        if turn is self._state.open:
            self._state.end_open()

    def _failed(self, line: Line) -> None:
        if self._state.open is not None:
            self._note_failure(self._state.open, failure_of(line.payload), line.at)

    def _note_failure(self, turn: Turn, failure: str | None, at: datetime) -> None:
        if failure is not None:
            turn.failure, turn.has_answered = failure, False
            self._state.keep(turn, Record(at, "failed", {"text": failure}))

    def _rolled_back(self, line: Line) -> None:
        self._state.end_open()
        self._state.drop_last(number_in(line.payload, "num_turns") or 0, line.at)

    def _renamed(self, line: Line) -> None:
        self.title = text_in(line.payload, "thread_name", "name")

    def _said(self, line: Line) -> None:
        from_item = line.kind == "UserMessage"
        message = messages.message_of_item(line.payload) if from_item else messages.message_of_event(line.payload)
        if message is not None:
            self._say(line, message)

    def _message(self, line: Line) -> None:
        role = line.payload.get("role")
        if role == "assistant" and not messages.is_compaction_output(line):
            self._answered(line)
        elif role == "user" and not self._says_twice and (message := messages.message_of_response(line.payload)) is not None:
            self._say(line, message)

    def _agent_message(self, line: Line) -> None:
        """The same word stands for an answer among events, and elsewhere for what one agent tells another."""
        if line.type == "event_msg":
            self._answered(line)
            return
        said = messages.agents_message(line.payload)[1]
        if said and not messages.is_final_answer(said):
            self._task = messages.payload_of(said)

    def _reviewing(self, line: Line) -> None:
        """A review has no message but what is to be reviewed; as an item it begins its turn by itself."""
        state, told, id = self._state, line.payload, None
        if line.kind == "EnteredReviewMode":
            told, id = line.payload["item"], text_in(line.payload, "turn_id")
        if id is not None and not state.knows(id) and (state.open is None or state.open.id is not None):
            state.end_open()
            state.begin(line, id).is_told = True
        hint = text_in(told, "user_facing_hint", "prompt")
        if hint is not None and (state.open is None or state.open.message is None):
            self._say(line, hint)

    def _say(self, line: Line, message: str) -> None:
        state, turn = self._state, self._state.open
        if turn is not None and not turn.is_told and (turn.message is not None or turn.has_worked):
            state.end_open()
        self._give(state.open or state.begin(line, None), message, line.at)

    def _give(self, turn: Turn, message: str, at: datetime) -> None:
        if turn.message is None:
            turn.message = message if self._state.with_content else ""
        turn.last_at = max(turn.last_at, at)
        self._task = None
        self._state.keep(turn, Record(at, "said", {"text": message}))

    def _answered(self, line: Line) -> None:
        turn = self._work(line)
        if turn is not None:
            turn.has_answered = True

    def _worked(self, line: Line) -> None:
        self._work(line)

    def _work(self, line: Line) -> Turn | None:
        turn = self._state.turn_of(line)
        if turn is None:
            if line.kind in OUTPUTS:
                return None
            turn = self._state.begin(line, None)
        if self._task is not None and turn.is_told and turn.message is None and not turn.has_worked:
            # Nobody but the other agent has asked for it.
            self._give(turn, self._task, line.at)
        if line.kind != "reasoning":
            turn.has_worked, turn.has_answered = True, False
        if turn is self._state.open:
            turn.last_at = max(turn.last_at, line.at)
        self._state.keep(turn, Record.of(line))
        return turn

    def _snapshot(self, line: Line) -> None:
        """Codex makes it when a turn begins: it is how the run before has left the files."""
        commit, live = text_in(mapping_in(line.payload, "ghost_commit"), "id"), self._state.live
        if commit is not None and live and live[-1].snapshot is None:
            live[-1].snapshot = (commit, line.at)
