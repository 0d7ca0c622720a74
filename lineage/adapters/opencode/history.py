"""What a session of OpenCode holds: its messages in order, and which of them are one turn."""

from collections.abc import Mapping
from dataclasses import dataclass

from lineage.adapters.opencode.server import Json

MARK = "lineage"
"""Where sessions and parts of messages carry what lineage has to find again, in their metadata."""


@dataclass(frozen=True)
class History:
    """Messages by their ids. A turn is named by the id of the user's message that began it, and ends before the next one.

    undone are messages that the session still lists though it was told to revert them: its next message drops them. named_before
    says what turns are called here that had other names in the session that this one was forked from.
    """

    ids: tuple[str, ...]
    starts: tuple[int, ...]
    undone: tuple[str, ...]
    named_before: Mapping[str, str]

    def start_of(self, turn_ref: str) -> int | None:
        """How many messages stand before this turn; None when the session does not hold it."""
        wanted = self.named_before.get(turn_ref, turn_ref)
        return next((start for start in self.starts if self.ids[start] == wanted), None)

    def end_of(self, turn_ref: str) -> int | None:
        """How many messages there are up to the end of this turn; None when the session does not hold it."""
        start = self.start_of(turn_ref)
        return None if start is None else min((later for later in self.starts if later > start), default=len(self.ids))

    def from_on(self, count: int) -> tuple[str, ...]:
        """All messages but the first so many, those included that are undone."""
        return (*self.ids, *self.undone)[count:]

    def up_to(self, count: int) -> "History":
        """The same without all messages but the first so many."""
        return History(self.ids[:count], tuple(start for start in self.starts if start < count), (), self.named_before)

    def names_in(self, copy: "History") -> dict[str, str]:
        """What the turns of this session are called in a copy of it, by all names that they have here."""
        inherited = {self.ids[start]: copy.ids[start] for start in self.starts if start < len(copy.ids)}
        return inherited | {old: inherited[name] for old, name in self.named_before.items() if name in inherited}


def history_of(session: Json, messages: list[Json]) -> History:
    """The history of a session, as GET /session/ID and GET /session/ID/message tell them."""
    ids = [message["info"]["id"] for message in messages]
    reverted = (session.get("revert") or {}).get("messageID")
    held = ids.index(reverted) if reverted in ids else len(ids)
    starts = []
    marks: set[str] = set()
    for index, message in enumerate(messages[:held]):
        mark = next((mark for part in message["parts"] if (mark := message_mark(part))), None)
        if _begins_turn(message) and mark not in marks:
            starts.append(index)
        if mark:
            marks.add(mark)
    named_before = (session.get("metadata") or {}).get(MARK, {}).get("turns", {})
    return History(tuple(ids[:held]), tuple(starts), tuple(ids[held:]), named_before)


def message_mark(part: Json) -> str | None:
    """What lineage marked a message with when it sent it. A message that OpenCode repeats after a compaction keeps its mark."""
    mark: str | None = (part.get("metadata") or {}).get(MARK, {}).get("message")
    return mark


def _begins_turn(message: Json) -> bool:
    """Whether a person said it: OpenCode puts a session's compaction, and its own request to go on, into messages of the user too."""
    parts = message["parts"]
    by_itself = bool(parts) and all(part["type"] == "compaction" or part.get("synthetic") for part in parts)
    return message["info"]["role"] == "user" and not by_itself
