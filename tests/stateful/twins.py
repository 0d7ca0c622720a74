"""The service and the model side by side: each command goes to both, and both are asked the same questions."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.model.model import Model
from tests.running import Refused, RunningService
from tests.stateful.comparing import difference, paired
from tests.stateful.lengths import summary_length
from tests.stateful.memory import Memory
from tests.stateful.names import Names
from tests.stateful.questions import MUTATIONS, Question, ask_model, ask_service


@dataclass(frozen=True)
class Command:
    """A command as it was given. What an earlier command made is named "@number.path", by where that command's answer had it."""

    number: int
    op: str
    given: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.number:4} {self.op} {json.dumps(self.given, ensure_ascii=False)}"


class Disagreement(AssertionError):
    """Service and model differ. about is the command's number, or the question; where is the place in the answer. journal are the
    commands of the example up to there."""

    def __init__(self, about: int | Question, what: str, where: str, journal: Sequence[Command]) -> None:
        super().__init__(f"{about}: {where}: {what}")
        self.about, self.what, self.where, self.journal = about, what, where, list(journal)

    def alike(self, other: "Disagreement") -> bool:
        """Whether it is probably the same fault: the same kind of question or command, differing at the same place."""
        return self._kind() == other._kind()

    def _kind(self) -> tuple[str, str]:
        kind = "command" if isinstance(self.about, int) else str(self.about[0])
        return kind, re.sub(r"\.\d+", "", self.where)


class Twins:
    """Both in the same state. Names that begin with "made-" are ids that the model made for what has no id of the caller's."""

    def __init__(self, service: RunningService, salt: str, shared: Mapping[str, str], profiles: Iterable[Mapping[str, Any]]) -> None:
        self.names = Names(salt, shared)
        self.model = Model(refused=Refused)
        self.model.summary_length = summary_length(lambda: self.model.state, self.names)
        for profile in profiles:
            self.model.mutate("registerProvider", dict(profile))
        self.journal: list[Command] = []
        self.memory = Memory()
        self._service = service
        self._symbols: dict[str, str] = {}
        self._made: dict[str, str] = {}

    def do(self, op: str, given: Mapping[str, Any]) -> Any:
        """The model's answer to a command, which the service has to have given, too; None when both refused with the same code."""
        return self._carry_out(Command(len(self.journal), op, self.symbolic({k: v for k, v in given.items() if v is not None})))

    def replay(self, command: Command) -> bool:
        """Carries out a command of another journal; False when what it names was not made in this one."""
        try:
            self._carry_out(command)
        except KeyError:
            return False
        return True

    def symbolic(self, value: Any) -> Any:
        """A value with the places where things were made instead of the model's ids for them."""
        return _replaced(value, lambda text: self._symbols.get(text, text))

    def named(self, value: Any) -> Any:
        """The opposite of symbolic; KeyError for what was not made."""
        return _replaced(value, lambda text: self._made[text] if re.match(r"@\d+\.", text) else text)

    def _carry_out(self, command: Command) -> Any:
        given = self.named(command.given)
        self.journal.append(command)
        again = given.get("commandId") in self.model.receipts
        mine, refusal = _tried(lambda: self.model.mutate(command.op, dict(given)))
        theirs, refused = _tried(lambda: self._mutate(command.op, given))
        if refusal != refused:
            raise Disagreement(
                command.number, f"{command}: the model {refusal or 'accepts'}, the service {refused or 'accepts'}", "code", self.journal
            )
        if refusal is not None:
            return None
        self._bind(command.number, mine, theirs)
        if found := difference(mine, self.names.from_service(theirs), recorded_only=again):
            raise Disagreement(command.number, f"{command}: {found}", found.split(":")[0], self.journal)
        self.memory.take(self.model.state)
        return mine

    def _mutate(self, op: str, given: Mapping[str, Any]) -> Any:
        input_type = "ManualHandoffInput" if op == "createManualHandoff" else None
        return self._service.mutate(op, MUTATIONS[op], input_type, **self.names.to_service(given))

    def _bind(self, number: int, mine: Any, theirs: Any) -> None:
        for path, name, id in paired(mine, theirs):
            if name not in self._symbols and not self.names.knows(id):
                self._symbols[name] = f"@{number}{path}"
                self._made[f"@{number}{path}"] = name
                self.names.bind(name, id)

    def compare(self, questions: Iterable[Question]) -> None:
        """Disagreement for the first question that both answer differently."""
        answered: dict[Question, Any] = {}
        for question in dict.fromkeys(questions):
            mine, refusal = _tried(partial(self.expected, question))
            if refusal is None:
                answered[question] = mine
            else:
                self._compare_refusal(question, refusal)
        try:
            theirs = ask_service(self._service.query, self.names, answered)
        except Refused:
            for question in answered:
                self._compare_refusal(question, None)
            raise
        for question, mine in answered.items():
            if found := difference(mine, theirs[question]):
                both = f"{found}\n  model   {mine}\n  service {theirs[question]}"
                raise Disagreement(question, both, found.split(":")[0], self.journal)

    def _compare_refusal(self, question: Question, refusal: str | None) -> None:
        _, refused = _tried(lambda: ask_service(self._service.query, self.names, [question]))
        if refusal != refused:
            raise Disagreement(question, f"the model {refusal or 'answers'}, the service {refused or 'answers'}", "code", self.journal)

    def expected(self, question: Question) -> Any:
        """What the model answers, or remembers."""
        if question[0] == "asOf":
            return {"asOf": self.memory.as_of(self.model.state, question[1], question[2])}
        return ask_model(self.model, question)


def _tried(work: Callable[[], Any]) -> tuple[Any, str | None]:
    """What it gives, or the code of its refusal."""
    try:
        return work(), None
    except Refused as refused:
        return None, f"refuses with {refused.code}"


def _replaced(value: Any, of: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _replaced(part, of) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_replaced(part, of) for part in value)
    return of(value) if isinstance(value, str) else value
