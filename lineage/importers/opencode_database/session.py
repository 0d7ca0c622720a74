"""What OpenCode keeps, as its database and its exports have it alike: sessions, their messages and the parts of those."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from lineage.importers.loose import Json, mapping, text


@dataclass(frozen=True, slots=True)
class Session:
    """A session. info is what an export has there; what a database has in columns is put into it under the same names."""

    id: str
    info: Json
    place: int | None = None

    @property
    def parent_id(self) -> str | None:
        return text(self.info.get("parentID"))

    @property
    def forked_from(self) -> str | None:
        """The session that this one says it was forked from; only the newest versions say it."""
        return text(self.info.get("forkSessionID"))

    @property
    def fork_boundary(self) -> str | None:
        """The first message of that session which the fork left out."""
        return text(self.info.get("forkMessageID"))

    @property
    def reverted_from(self) -> str | None:
        """The message from which on the session was told to forget, until its next message."""
        return text(mapping(self.info.get("revert")).get("messageID"))


@dataclass(frozen=True, slots=True)
class Message:
    """A message: info and parts as GET /session/ID/message gives them. Parts may be fewer where only an outline is wanted."""

    id: str
    info: Json
    parts: Sequence[Json]
    place: int | None = None

    @property
    def role(self) -> str | None:
        return text(self.info.get("role"))


class Source(Protocol):
    """Where sessions are read from."""

    def sessions(self) -> Iterator[Session]:
        """All sessions, in the order in which they were made."""

    def messages(self, session_id: str, whole: bool) -> Iterator[Message]:
        """The messages of a session in its order. Not whole: of answers only the parts that call subagents."""

    def close(self) -> None: ...
