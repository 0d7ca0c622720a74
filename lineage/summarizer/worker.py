"""Makes summaries off the request path: a handoff stays PENDING until its job here ends well or badly."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lineage.summarizer.failure import SummarizerError

logger = logging.getLogger(__name__)

Submit = Callable[[str, str, str], Awaitable[object]]
"""Told handoff id, text and model name of a summary that came."""
Fail = Callable[[str, str], Awaitable[object]]
"""Told handoff id and reason of one that did not."""


class Summarizer(Protocol):
    """What the queue needs of a summarizer; summarize raises SummarizerError when there is no summary."""

    model: str

    async def summarize(self, material: str, limit: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Job:
    """A handoff that waits for its summary, of at most limit characters."""

    handoff_id: str
    material: str
    limit: int


class SummaryQueue:
    """Runs a few jobs at a time. Each job that is put ends in one call: submit with its summary, or fail with a reason.

    What submit and fail raise is logged, and the handoff stays as the store has it. Jobs live in memory alone: after a crash
    their handoffs are still PENDING, and can be regenerated.
    """

    def __init__(
        self, summarizer: Summarizer, submit: Submit, fail: Fail, *, concurrency: int = 2, capacity: int = 100, grace: float = 5.0
    ) -> None:
        """concurrency and capacity count the jobs that run and those that may wait; grace is in seconds, see close."""
        self._summarizer, self._submit, self._fail = summarizer, submit, fail
        self._concurrency, self._grace = concurrency, grace
        self._waiting: asyncio.Queue[Job] = asyncio.Queue(capacity)
        self._workers: list[asyncio.Task[None]] = []
        self._busy: set[asyncio.Task[None] | None] = set()
        self._refusals: set[asyncio.Task[None]] = set()
        self._open = False

    def start(self) -> None:
        """Begins to work, in the running event loop."""
        self._open = True
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._concurrency)]

    def put(self, job: Job) -> None:
        """Takes a job without waiting. When there is no room, or the queue is not open, the job fails with that reason."""
        if not self._open:
            self._refuse(job, "the service is starting or stopping and makes no summaries")
            return
        try:
            self._waiting.put_nowait(job)
        except asyncio.QueueFull:
            self._refuse(job, f"{self._waiting.maxsize} other summaries are waiting already, more are not taken")

    async def close(self) -> None:
        """Fails the jobs that wait, gives those that run the time of grace, then cancels them, which fails them too.

        Takes no more jobs. Ends after twice the time of grace at the latest, whatever submit and fail do.
        """
        self._open = False
        while not self._waiting.empty():
            self._refuse(self._waiting.get_nowait(), "the service stopped before the summary was begun")
        for worker in self._workers:
            if worker not in self._busy:
                worker.cancel()
        unfinished = await self._ended(self._workers)
        for worker in unfinished:
            worker.cancel()
        for task in await self._ended([*unfinished, *self._refusals]):
            task.cancel()

    async def _work(self) -> None:
        while self._open:
            job = await self._waiting.get()
            self._busy.add(asyncio.current_task())
            await self._do(job)
            self._busy.discard(asyncio.current_task())

    async def _do(self, job: Job) -> None:
        try:
            text = await self._summarizer.summarize(job.material, job.limit)
        except SummarizerError as error:
            await self._report(job, self._fail(job.handoff_id, error.reason))
        except asyncio.CancelledError:
            await self._report(job, self._fail(job.handoff_id, "the service stopped before the summary was done"))
            raise
        except Exception as error:
            logger.exception("the summarizer broke on handoff %s", job.handoff_id)
            await self._report(job, self._fail(job.handoff_id, f"the summarizer broke: {type(error).__name__}"))
        else:
            await self._report(job, self._submit(job.handoff_id, text, self._summarizer.model))

    def _refuse(self, job: Job, reason: str) -> None:
        task = asyncio.create_task(self._report(job, self._fail(job.handoff_id, reason)))
        self._refusals.add(task)
        task.add_done_callback(self._refusals.discard)

    async def _report(self, job: Job, call: Awaitable[object]) -> None:
        try:
            await call
        except asyncio.CancelledError:
            logger.warning("the end of the summary of handoff %s was not recorded before the service stopped", job.handoff_id)
            raise
        except Exception:
            logger.exception("the end of the summary of handoff %s could not be recorded", job.handoff_id)

    async def _ended(self, tasks: Sequence[asyncio.Task[None]]) -> list[asyncio.Task[None]]:
        """Waits for the tasks, and answers with those that have not ended within the time of grace."""
        if not tasks:
            return []
        _, pending = await asyncio.wait(tasks, timeout=self._grace)
        return [task for task in tasks if task in pending]
