"""The turns of a thread as Codex lists them, and dropping the last of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lineage.adapters.codex.abilities import Abilities
from lineage.adapters.codex.app_server import AppServer, Message
from lineage.adapters.errors import AdapterError
from lineage.domain.kinds import HistoryMode

PAGE = 50


class CannotDrop(AdapterError):
    """The installed Codex has no way to drop turns of that thread."""


@dataclass(frozen=True)
class Thread:
    """A native thread that is open in the app server."""

    id: str
    history_mode: HistoryMode

    @classmethod
    def of(cls, answer: Message) -> "Thread":
        """From the answer to thread/start, thread/resume or thread/fork; versions that tell no mode have LEGACY history alone."""
        thread = answer["thread"]
        return cls(thread["id"], HistoryMode.PAGINATED if thread.get("historyMode") == "paginated" else HistoryMode.LEGACY)


@dataclass(frozen=True)
class Turn:
    """holds_message tells whether the user's message was written into the thread: a killed Codex can leave a turn without it."""

    id: str
    holds_message: bool


async def _newest_first(server: AppServer, thread_id: str, enough: Callable[[list[Turn]], bool]) -> list[Turn]:
    """The thread's last turns, as many pages of them as are needed until there are enough, or all. Refused, Lost."""
    turns: list[Turn] = []
    cursor = None
    while True:
        answer = await server.request(
            "thread/turns/list", threadId=thread_id, limit=PAGE, sortDirection="desc", itemsView="summary", cursor=cursor
        )
        turns += (Turn(turn["id"], any(item["type"] == "userMessage" for item in turn["items"])) for turn in answer["data"])
        cursor = answer.get("nextCursor")
        if cursor is None or enough(turns):
            return turns


async def last_turns(server: AppServer, thread_id: str, number: int) -> list[Turn]:
    """So many turns from the thread's end, or all that there are, oldest first."""
    return (await _newest_first(server, thread_id, lambda turns: len(turns) >= number))[:number][::-1]


async def turns_from(server: AppServer, thread_id: str, turn_id: str) -> list[Turn]:
    """The turn and all later ones, oldest first; empty when the thread does not hold it."""
    turns = await _newest_first(server, thread_id, lambda turns: any(turn.id == turn_id for turn in turns))
    place = next((place for place, turn in enumerate(turns) if turn.id == turn_id), None)
    return [] if place is None else turns[place::-1]


async def drop(server: AppServer, abilities: Abilities, thread: Thread, turns: Sequence[Turn]) -> None:
    """Drops these turns, the last ones of the thread, oldest first; nothing for none. CannotDrop, Refused, Lost."""
    if not turns:
        return
    if thread.history_mode is HistoryMode.PAGINATED and abilities.reverts:
        await server.request("thread/revert", threadId=thread.id, beforeTurnId=turns[0].id)
    elif thread.history_mode is HistoryMode.LEGACY and abilities.rolls_back:
        await server.request("thread/rollback", threadId=thread.id, numTurns=len(turns))
    else:
        raise CannotDrop(f"Codex {abilities.version} cannot drop turns of a thread with {thread.history_mode} history")
