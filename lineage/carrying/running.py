"""One run from the user's message to its end: decided and recorded by the service, carried out by an agent program."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineage.adapters.errors import AdapterError, CannotUse, ForkFailed, ResumeFailed, RevertFailed
from lineage.adapters.port import Accepted, Agent, Compacted, Ended, Event, Observed, Session
from lineage.carrying.compacting import record_compaction
from lineage.carrying.opening import open_session, opening_of
from lineage.carrying.recording import ItemRecorder
from lineage.carrying.registering import make_known
from lineage.carrying.worktree import GitFailed, snapshot
from lineage.client import CheckpointInput, LineageClient, Refused
from lineage.client.models import Run, StartRunPayload
from lineage.domain.kinds import RunStatus, TurnItemKind

STOP_SECONDS = 10
"""How long a program has to stop its turn when it is told to, before it is ended."""


@dataclass(frozen=True)
class Asked:
    """What a person wants: this message in this thread, by an agent that works in this folder."""

    thread_id: str
    message: str
    folder: Path
    model: str | None = None
    clean_context: bool = False


@dataclass(frozen=True)
class Starting:
    """How the run starts. after says why an earlier decision for the same run could not be carried out."""

    started: StartRunPayload
    after: str | None = None


Notice = Starting | Event


class Stop:
    """Lets somebody else stop a run that is being carried out."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()


async def carry_out(client: LineageClient, agent: Agent, asked: Asked, hear: Callable[[Notice], None], stop: Stop | None = None) -> Run:
    """Carries a run out and gives it as it ended, COMPLETED, FAILED or INTERRUPTED; hear is told how it goes.

    Whatever happens, the run does not stay PREPARING or RUNNING: also when this is cancelled, or the program cannot be used,
    which is the run's reason then. Refused as startRun says, for which nothing is recorded; Unreachable when the service is.
    """
    try:
        await make_known(client, agent)
        unusable = None
    except CannotUse as error:
        unusable = str(error)
    started = await client.start_run(
        thread_id=asked.thread_id,
        provider=agent.provider,
        model=asked.model,
        clean_context=asked.clean_context,
        message=asked.message,
    )
    hear(Starting(started))
    if unusable is not None:
        return await _finish(client, started.run.id, Ended("FAILED", unusable), hear)
    carrying = _Carrying(client, agent, asked, hear, stop or Stop(), started)
    try:
        ended = await carrying.to_the_end()
    except BaseException as error:
        await asyncio.shield(carrying.finish(_broken(error)))
        raise
    return await carrying.finish(ended)


def _broken(error: BaseException) -> Ended:
    if isinstance(error, asyncio.CancelledError | KeyboardInterrupt):
        return Ended("INTERRUPTED", "lineage was stopped")
    return Ended("FAILED", f"{type(error).__name__}: {error}")


async def _finish(client: LineageClient, run_id: str, ended: Ended, hear: Callable[[Notice], None], folder: Path | None = None) -> Run:
    hear(ended)
    checkpoint = None
    if folder is not None:
        try:
            taken = await snapshot(folder, run_id)
        except GitFailed:
            taken = None
        checkpoint = CheckpointInput(workspace_ref=taken.commit, diff_summary=taken.diff_summary) if taken else CheckpointInput()
    return (await client.finish_run(run_id=run_id, status=RunStatus(ended.status), reason=ended.reason, checkpoint=checkpoint)).run


class _Carrying:
    """One run on its way. begun tells whether the program took its message."""

    def __init__(
        self, client: LineageClient, agent: Agent, asked: Asked, hear: Callable[[Notice], None], stop: Stop, started: StartRunPayload
    ) -> None:
        self._client = client
        self._agent = agent
        self._asked = asked
        self._hear = hear
        self._stop = stop
        self._started = started
        self._recorder = ItemRecorder(client, started.run.id)
        self._compacted: Compacted | None = None
        self.begun = False

    async def to_the_end(self) -> Ended:
        """Tries decision after decision until one can be carried out; each failure rules a native session out, so this ends."""
        while True:
            try:
                return await self._attempt()
            except (ResumeFailed, ForkFailed, RevertFailed) as error:
                try:
                    self._started = await self._client.report_resume_failure(run_id=self._started.run.id, reason=str(error))
                except Refused as refused:
                    return Ended("FAILED", f"{error} ({refused})")
                self._hear(Starting(self._started, str(error)))
                if not self._started.resolution.actions:
                    return Ended("FAILED", f"{error}; no other way is left to give {self._agent.provider} the context")

    async def finish(self, ended: Ended) -> Run:
        """Records what was observed and is not sent yet, and the end; with a checkpoint where the message was taken.

        Of several compactions the last one counts: it is what the session goes on from.
        """
        await self._recorder.flush()
        run = await _finish(self._client, self._started.run.id, ended, self._hear, self._asked.folder if self.begun else None)
        if self._compacted is not None and self.begun:
            await record_compaction(self._client, self._started, self._compacted)
        return run

    async def _attempt(self) -> Ended:
        opening = await opening_of(self._client, self._agent, self._started)
        try:
            async with self._agent.session(self._asked.folder, self._asked.model) as session:
                await self._unless_stopped(open_session(session, self._started.resolution.actions, opening))
                return await self._turn(session)
        except (ResumeFailed, ForkFailed, RevertFailed):
            raise
        except (AdapterError, OSError) as error:
            return Ended("FAILED", str(error) if self.begun else f"the message was not sent: {error}")
        except _Stopped:
            return Ended("INTERRUPTED", "it was stopped before the message was sent")

    async def _unless_stopped(self, opening: Coroutine[Any, Any, None]) -> None:
        """Awaits it, or raises _Stopped as soon as the run is to stop."""
        work, stopping = asyncio.ensure_future(opening), asyncio.ensure_future(self._stop.asked.wait())
        try:
            await asyncio.wait((work, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise _Stopped
            work.result()
        finally:
            stopping.cancel()
            work.cancel()
            await asyncio.gather(work, stopping, return_exceptions=True)

    async def _turn(self, session: Session) -> Ended:
        try:
            async with asyncio.timeout(None) as limit:
                watching = asyncio.create_task(self._interrupting(session, limit))
                try:
                    return await self._listen(session)
                finally:
                    watching.cancel()
                    await asyncio.gather(watching, return_exceptions=True)
        except TimeoutError:
            if not self._stop.asked.is_set():
                raise
            return Ended("INTERRUPTED", f"it did not stop within {STOP_SECONDS} seconds and was ended")

    async def _interrupting(self, session: Session, limit: asyncio.Timeout) -> None:
        await self._stop.asked.wait()
        limit.reschedule(asyncio.get_running_loop().time() + STOP_SECONDS)
        with suppress(AdapterError):
            await session.interrupt()

    async def _listen(self, session: Session) -> Ended:
        async with aclosing(session.turn(self._asked.message)) as events:
            async for event in events:
                match event:
                    case Accepted():
                        await self._begin(event)
                    case Observed():
                        await self._recorder.add(event)
                    case Compacted():
                        self._compacted = event
                    case Ended():
                        return event
                self._hear(event)
        return Ended("FAILED", f"{self._agent.provider} stopped without saying how the turn went")

    async def _begin(self, accepted: Accepted) -> None:
        await self._client.begin_run(
            run_id=self._started.run.id,
            native_thread_ref=accepted.thread_ref,
            native_turn_ref=accepted.turn_ref,
            history_mode=accepted.history_mode,
        )
        self.begun = True
        await self._recorder.add(Observed(TurnItemKind.USER_MESSAGE, self._asked.message))


class _Stopped(Exception):
    """The person asked to stop."""
