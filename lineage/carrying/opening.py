"""From the native actions of a start decision to a session that is ready for its turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lineage.adapters.port import Agent, Session
from lineage.client import LineageClient
from lineage.client.models import NativeAction, ProviderThreadDetails, StartRunPayload
from lineage.domain.kinds import NativeActionKind


@dataclass(frozen=True)
class Opening:
    """What opening a session needs besides its actions: see open_session."""

    last_turn_ref: str | None = None
    handoffs: Mapping[str, str] = field(default_factory=dict)
    in_effect: tuple[str, ...] = ()


async def opening_of(client: LineageClient, agent: Agent, started: StartRunPayload) -> Opening:
    """What the service knows about the session that the run starts in: its last turn, and the handoffs that it builds on."""
    handoffs = {handoff.id: handoff.summary_text or "" for handoff in started.handoffs}
    if all(action.kind is not NativeActionKind.RESUME_THREAD for action in started.resolution.actions) and agent.keeps_handoffs:
        return Opening(handoffs=handoffs)
    served = await client.provider_thread(started.provider_thread.id)
    if served is None:
        return Opening(handoffs=handoffs)
    in_effect = tuple(handoff.summary_text or "" for handoff in served.handoffs_in_effect if handoff.id not in handoffs)
    return Opening(last_turn_ref(agent, served), handoffs, () if agent.keeps_handoffs else in_effect)


def last_turn_ref(agent: Agent, served: ProviderThreadDetails) -> str | None:
    """The turn behind which a session goes on; None for its end, where its program names the turns of a fork anew."""
    own = served.coverage.native_run_ordinals or served.coverage.divergent_run_ordinals
    return served.last_turn_ref if own or agent.forks_keep_turn_refs else None


async def open_session(session: Session, actions: tuple[NativeAction, ...], opening: Opening) -> None:
    """Carries out the actions up to the turn, in their order. ResumeFailed, ForkFailed, RevertFailed.

    The texts of handoffs that the session does not keep by itself (`in_effect`) go before the new ones.
    """
    texts = list(opening.in_effect)
    for action in actions:
        if action.kind is NativeActionKind.DELIVER_HANDOFF:
            texts.append(opening.handoffs[action.handoff_id or ""])
        else:
            await act(session, action, opening.last_turn_ref)
    await session.deliver(texts)


async def act(session: Session, action: NativeAction, last_turn: str | None) -> None:
    """Carries out one action that brings a session to where its turn starts; last_turn is where a resumed one goes on."""
    reference = action.native_thread_ref or ""
    match action.kind:
        case NativeActionKind.CREATE_THREAD:
            await session.create()
        case NativeActionKind.RESUME_THREAD | NativeActionKind.ADOPT_THREAD:
            await session.resume(reference, last_turn)
        case NativeActionKind.FORK_THREAD:
            await session.fork(reference, action.native_turn_ref)
        case NativeActionKind.REVERT_BEFORE_TURN:
            await session.revert(action.native_turn_ref or "", action.kept_turn_ref)
        case NativeActionKind.ROLLBACK_TURNS:
            await session.roll_back(action.turns or 0)
