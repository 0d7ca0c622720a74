"""Which messages of a session are one turn: the user's message, and all answers up to the user's next one."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b

from lineage.adapters.opencode.history import message_mark
from lineage.importers.loose import EPOCH, Json, from_milliseconds, mapping, text
from lineage.importers.once import ToldOnce
from lineage.importers.opencode_database.session import Message
from lineage.importers.report import FaultKind

_RUN_BY_THE_USER = "The following tool was executed by the user"
"""What OpenCode writes as the user's message when a person runs a command in it, which reaches no model."""


@dataclass(slots=True)
class Turn:
    """A turn. outcome is what newer versions say of its end, summaries are those that were made while it went on."""

    start: Message
    started_at: datetime
    answers: list[Message] = field(default_factory=list)
    outcome: str | None = None
    summarized: bool = False
    reached_the_model: bool = False

    @property
    def said(self) -> str | None:
        return said_by_user(self.start)

    def mark(self) -> bytes:
        """Equal for a turn and its copy in a fork, which has other ids, and for nothing else: the times of its messages, and its text."""
        digest = blake2b((self.said or "").encode(errors="replace"), digest_size=12)
        for message in (self.start, *self.answers):
            digest.update(f"|{message.role}{_created(message)}".encode())
        return digest.digest()


@dataclass(slots=True)
class Summary:
    """A summary that was put in the place of all before it."""

    text: str | None
    at: datetime


def turns_of(messages: Iterable[Message], tell: ToldOnce) -> list[Turn | Summary]:
    """The turns of a session in order, with the summaries behind the turns that they have in them.

    A message of the user that nothing follows is no turn yet: no model has seen it.
    """
    sorting = _Sorting(tell)
    for message in messages:
        sorting.take(message)
    return [found for found in sorting.found if isinstance(found, Summary) or found.reached_the_model]


class _Sorting:
    def __init__(self, tell: ToldOnce) -> None:
        self.found: list[Turn | Summary] = []
        self._tell = tell
        self._turn: Turn | None = None
        self._ids: set[str] = set()
        self._marks: set[str] = set()
        self._time = EPOCH
        self._aside = False
        self._compacting = self._repeats = False

    def take(self, message: Message) -> None:
        if message.id in self._ids:
            self._tell(FaultKind.REPEATED_ID, "two messages with the same id", message.place)
            return
        self._ids.add(message.id)
        match message.role:
            case "user":
                self._take_user(message)
            case "assistant":
                self._take_answer(message)
            case "idle":
                if self._turn is not None:
                    self._turn.outcome = text(message.info.get("outcome"))
            case "shell" | "beside":
                pass
            case _:
                self._tell(FaultKind.UNKNOWN_TYPE, f"messages of the role {message.role}", message.place)

    def _take_user(self, message: Message) -> None:
        time = self._next_time(message)
        parts = message.parts
        self._aside = False
        if parts and all(part["type"] == "compaction" or part.get("synthetic") for part in parts):
            asked = next((part for part in parts if part["type"] == "compaction"), None)
            self._aside = any(part.get("text") == _RUN_BY_THE_USER for part in parts)
            self._compacting = bool(asked and asked.get("auto"))
            return
        if self._is_repeated(message):
            return
        if self._turn is not None:
            self._turn.reached_the_model = True
        self._turn = Turn(message, time)
        self.found.append(self._turn)

    def _is_repeated(self, message: Message) -> bool:
        """Whether OpenCode put the message there again, because a summary had taken the place of it while it was answered."""
        mark = next((mark for part in message.parts if (mark := _mark(part))), None)
        if mark in self._marks:
            return True
        if mark is not None:
            self._marks.add(mark)
        repeats, self._repeats = self._repeats, False
        return repeats and self._turn is not None and said_by_user(message) == self._turn.said

    def _take_answer(self, message: Message) -> None:
        time = self._next_time(message)
        parent = text(message.info.get("parentID"))
        if parent is not None and parent not in self._ids:
            self._tell(FaultKind.DANGLING_PARENT, "an answer to a message that the session does not have", message.place)
        if message.info.get("summary") is True:
            self._take_summary(message, time)
        elif not self._aside and self._turn is not None:
            self._turn.answers.append(message)
            self._turn.reached_the_model = True

    def _take_summary(self, message: Message, time: datetime) -> None:
        if message.info.get("error") or text(message.info.get("finish")) is None or self._turn is None:
            return
        self._turn.summarized = self._turn.summarized or self._compacting
        self._repeats = self._compacting
        self.found.append(Summary(_joined(message), ended_at(message) or time))

    def _next_time(self, message: Message) -> datetime:
        time = from_milliseconds(_created(message))
        if time is not None and time < self._time:
            self._tell(FaultKind.CLOCK_BACKWARDS, "a message from before the one that precedes it", message.place)
        self._time = max(time or self._time, self._time)
        return self._time


def said_by_user(message: Message) -> str | None:
    """What the person wrote, without what OpenCode added to it; what a subagent was told where they only named one."""
    shown = [part for part in message.parts if not part.get("synthetic") and not part.get("ignored")]
    texts = [said for part in shown if part["type"] == "text" and (said := text(part.get("text")))]
    prompts = [said for part in shown if part["type"] == "subtask" and (said := text(part.get("prompt")))]
    return "\n\n".join(texts or prompts) or None


def ended_at(message: Message) -> datetime | None:
    return from_milliseconds(mapping(message.info.get("time")).get("completed"))


def _created(message: Message) -> object:
    return mapping(message.info.get("time")).get("created")


def _joined(message: Message) -> str | None:
    return "\n\n".join(said for part in message.parts if part["type"] == "text" and (said := text(part.get("text")))) or None


def _mark(part: Json) -> str | None:
    metadata = part.get("metadata")
    if not isinstance(metadata, dict) or not isinstance(metadata.get("lineage", {}), dict):
        return None
    return text(message_mark(part))
