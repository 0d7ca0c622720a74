"""What came of a turn, whichever agent took it, and how tests open a session for one."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from lineage.adapters.port import Accepted, Ended, Event, Observed, Session
from lineage.domain.kinds import TurnItemKind
from tests.agents.models.server import Asked, Reply, Text

Opening = Callable[[Session], Awaitable[None]]


@dataclass
class Ran:
    events: list[Event]

    @property
    def accepted(self) -> Accepted:
        return next(event for event in self.events if isinstance(event, Accepted))

    @property
    def thread(self) -> str:
        return self.accepted.thread_ref

    @property
    def turn(self) -> str:
        assert self.accepted.turn_ref is not None
        return self.accepted.turn_ref

    @property
    def ended(self) -> Ended:
        assert isinstance(self.events[-1], Ended)
        return self.events[-1]

    def items(self, kind: TurnItemKind) -> list[Observed]:
        return [event for event in self.events if isinstance(event, Observed) and event.kind is kind]


async def take_turn(session: Session, message: str, handoffs: Sequence[str] = ()) -> Ran:
    await session.deliver(handoffs)
    return Ran([event async for event in session.turn(message)])


async def create(session: Session) -> None:
    await session.create()


def resume(after: Ran) -> Opening:
    return lambda session: session.resume(after.thread, after.turn)


def fork(after: Ran) -> Opening:
    return lambda session: session.fork(after.thread, after.turn)


def revert(last: Ran, before: Ran, kept: Ran | None) -> Opening:
    async def opening(session: Session) -> None:
        await session.resume(last.thread, last.turn)
        await session.revert(before.turn, kept.turn if kept else None)

    return opening


def once(*first: Reply) -> Callable[[Asked], Reply]:
    """The model's answers to the next requests, and a text to all later ones."""
    replies = iter(first)
    return lambda _: next(replies, Text("done"))
