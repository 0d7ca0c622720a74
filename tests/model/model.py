"""The model: what a GraphQL backend of the conformance runner offers, in memory. Commands are atomic, and retried safely (section 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, TypeVar

from .commands import COMMANDS
from .inputs import FIELDS, Input, check_alone, filled
from .questions import as_of, ask
from .refusal import Refused, refuse_if
from .staleness import SummaryLength
from .state import Point, State

Answer = dict[str, Any]
Answered = TypeVar("Answered")


def no_length(_: list[Point]) -> int:
    """No summary is ever too long."""
    return 0


class Model:
    """The service's rules over a state in memory.

    `summary_length` tells how long the service's local summarizer would make the text for some points; the model cannot know that, and
    needs it for SUMMARY_EXCEEDS_POLICY alone. `refused` makes the exception of a refusal from its code and message; give it the one that
    the caller catches.
    """

    def __init__(self, refused: Callable[[str, str], Exception] = Refused, summary_length: SummaryLength = no_length) -> None:
        self.refused, self.summary_length = refused, summary_length
        self.state = State()
        self.receipts: dict[str, tuple[str, Input, Answer]] = {}

    def mutate(self, op: str, given: Input) -> Answer:
        """The mutation's payload. A refusal leaves nothing behind: the work is done on a copy of the state."""
        try:
            return self._mutate(op, given)
        except Refused as refusal:
            raise self.refused(refusal.code, refusal.message) from None

    def query(self, op: str, **variables: Any) -> Any:
        """The answer to one of the runner's queries; null for a record that does not exist."""
        return self._answered(lambda: ask(self.state, op, variables, self.summary_length))

    def as_of(self, thread_id: str, version: int) -> Answer:
        """History, latestStable and each provider thread's coverage of a thread as of one of its versions (section 6)."""
        return self._answered(lambda: as_of(self.state, thread_id, version))

    def copy(self) -> Model:
        """An independent model in the same state, for questions of the kind what would happen if."""
        twin = Model(self.refused, self.summary_length)
        twin.state, twin.receipts = copy.deepcopy(self.state), copy.deepcopy(self.receipts)
        return twin

    def _answered(self, question: Callable[[], Answered]) -> Answered:
        try:
            return question()
        except Refused as refusal:
            raise self.refused(refusal.code, refusal.message) from None

    def _mutate(self, op: str, given: Input) -> Answer:
        command_id = given.get("commandId")
        asked = filled(FIELDS[op], given)
        if command_id in self.receipts:
            before_op, before, answer = self.receipts[command_id]
            refuse_if((before_op, before) != (op, asked), "CONFLICT", f"the commandId {command_id!r} was used for another input")
            return copy.deepcopy(answer)
        refuse_if(command_id is not None and not 1 <= len(command_id) <= 256, "BAD_INPUT", "commandId has 1 to 256 characters")
        check_alone(op, asked)
        draft = copy.deepcopy(self.state)
        answer = COMMANDS[op](draft, asked, self.summary_length)
        self.state = draft
        if command_id is not None:
            self.receipts[command_id] = (op, copy.deepcopy(asked), copy.deepcopy(answer))
        return answer
