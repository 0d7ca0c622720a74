"""The queue that makes summaries off the request path, with a real summarizer and a real endpoint."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from lineage.summarizer import ConfiguredSummarizer, Job, SummaryQueue

from .chat_server import Asked, Reply, chat_server, completion

pytestmark = pytest.mark.asyncio


@dataclass
class Record:
    """What submit and fail were told, in order; more can be waited for."""

    submitted: list[tuple[str, str, str]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    breaks: bool = False
    hangs: bool = False

    async def submit(self, handoff_id: str, text: str, model: str) -> None:
        self.submitted.append((handoff_id, text, model))
        if self.hangs:
            await asyncio.sleep(60)
        if self.breaks:
            raise RuntimeError("the store is away")

    async def fail(self, handoff_id: str, reason: str) -> None:
        self.failed.append((handoff_id, reason))
        if self.breaks:
            raise RuntimeError("the store is away")

    async def until(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.submitted) + len(self.failed) < count:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def queue_on(
    url: str, record: Record, *, timeout: float = 20.0, concurrency: int = 2, capacity: int = 100, grace: float = 5.0
) -> AsyncIterator[SummaryQueue]:
    async with ConfiguredSummarizer(url, "m1", timeout=timeout) as summarizer:
        queue = SummaryQueue(summarizer, record.submit, record.fail, concurrency=concurrency, capacity=capacity, grace=grace)
        queue.start()
        try:
            yield queue
        finally:
            await queue.close()


def echo(request: Asked) -> Reply:
    return completion(f"about {request.body['messages'][1]['content']}")


def hanging() -> Reply:
    return Reply(b"x", hang_up_after=0)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def test_each_job_ends_with_its_own_summary_and_the_models_name() -> None:
    record = Record()
    with chat_server(echo) as server:
        async with queue_on(server.url, record) as queue:
            for n in range(9):
                queue.put(Job(f"h{n}", f"m{n}", 100))
            await record.until(9)
    assert sorted(record.submitted) == [(f"h{n}", f"about m{n}", "m1") for n in range(9)]
    assert record.failed == []


async def test_a_summary_that_cannot_be_made_fails_its_handoff_with_the_reason_and_others_go_on() -> None:
    record = Record()
    with chat_server(lambda asked: Reply(status=500) if asked.body["messages"][1]["content"] == "bad" else echo(asked)) as server:
        async with queue_on(server.url, record, concurrency=1) as queue:
            queue.put(Job("h1", "bad", 100))
            queue.put(Job("h2", "good", 100))
            queue.put(Job("h3", "good", 3))
            await record.until(3)
    assert record.failed == [
        ("h1", "the summarizer answered with HTTP status 500"),
        ("h3", "the summarizer's answer has 10 characters, at most 3 are allowed"),
    ]
    assert record.submitted == [("h2", "about good", "m1")]


class Gate:
    """A summarizer whose answers wait until it is opened."""

    model = "m1"

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.begun = 0

    async def summarize(self, material: str, limit: int) -> str:
        self.begun += 1
        await self.opened.wait()
        return material


async def test_no_more_than_the_allowed_number_of_jobs_run_at_once() -> None:
    record, gate = Record(), Gate()
    queue = SummaryQueue(gate, record.submit, record.fail, concurrency=3)
    queue.start()
    for n in range(9):
        queue.put(Job(f"h{n}", "m", 100))
    for _ in range(20):
        await asyncio.sleep(0)
    assert gate.begun == 3
    gate.opened.set()
    await record.until(9)
    await queue.close()
    assert gate.begun == 9


async def test_a_full_queue_fails_the_job_at_once() -> None:
    record = Record()
    with chat_server(hanging()) as server:
        async with queue_on(server.url, record, concurrency=1, capacity=2, grace=0.05) as queue:
            queue.put(Job("running", "m", 100))
            await until(lambda: len(server.asked) == 1)
            for name in ("waiting1", "waiting2", "too-many"):
                queue.put(Job(name, "m", 100))
            await record.until(1)
            assert record.failed == [("too-many", "2 other summaries are waiting already, more are not taken")]


async def test_errors_of_submit_and_fail_are_logged_and_work_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    record = Record(breaks=True)
    with chat_server(lambda asked: Reply(status=500) if asked.body["messages"][1]["content"] == "bad" else echo(asked)) as server:
        async with queue_on(server.url, record, concurrency=1) as queue:
            for name, material in (("h1", "good"), ("h2", "bad"), ("h3", "good")):
                queue.put(Job(name, material, 100))
            await record.until(3)
    assert [handoff for handoff, _, _ in record.submitted] == ["h1", "h3"]
    assert [handoff for handoff, _ in record.failed] == ["h2"]
    assert [each.levelno for each in caplog.records if "could not be recorded" in each.message] == [logging.ERROR] * 3


async def test_a_summarizer_that_breaks_fails_the_job_and_work_goes_on() -> None:
    class Broken:
        model = "m1"

        async def summarize(self, material: str, limit: int) -> str:
            if material == "bad":
                raise KeyError(material)
            return material

    record = Record()
    queue = SummaryQueue(Broken(), record.submit, record.fail, concurrency=1)
    queue.start()
    queue.put(Job("h1", "bad", 100))
    queue.put(Job("h2", "good", 100))
    await record.until(2)
    await queue.close()
    assert record.failed == [("h1", "the summarizer broke: KeyError")]
    assert record.submitted == [("h2", "good", "m1")]


async def test_close_waits_for_what_runs_and_fails_what_waits() -> None:
    record, gate = Record(), Gate()
    queue = SummaryQueue(gate, record.submit, record.fail, concurrency=1, grace=20)
    queue.start()
    for name in ("running", "waiting"):
        queue.put(Job(name, "m", 100))
    await until(lambda: gate.begun == 1)
    closing = asyncio.create_task(queue.close())
    await record.until(1)
    assert record.failed == [("waiting", "the service stopped before the summary was begun")]
    assert not closing.done()
    gate.opened.set()
    await closing
    assert record.submitted == [("running", "m", "m1")]


async def test_close_of_an_idle_queue_does_not_wait() -> None:
    record = Record()
    queue = SummaryQueue(Gate(), record.submit, record.fail, grace=600)
    queue.start()
    async with asyncio.timeout(20):
        await queue.close()
    assert record == Record()


async def test_close_cancels_what_runs_longer_than_the_grace_and_fails_it() -> None:
    record = Record()
    with chat_server(hanging()) as server:
        async with queue_on(server.url, record, grace=0.05) as queue:
            queue.put(Job("h1", "m", 100))
            await until(lambda: len(server.asked) == 1)
    assert record.failed == [("h1", "the service stopped before the summary was done")]
    assert record.submitted == []


async def test_close_does_not_wait_for_ever_for_a_record_that_hangs(caplog: pytest.LogCaptureFixture) -> None:
    record = Record(hangs=True)
    with chat_server(echo) as server:
        async with asyncio.timeout(20), queue_on(server.url, record, grace=0.05) as queue:
            queue.put(Job("h1", "m", 100))
            await record.until(1)
    assert record.failed == []
    assert any("was not recorded before the service stopped" in each.message for each in caplog.records)


async def test_a_queue_that_is_not_open_fails_the_job() -> None:
    record = Record()
    with chat_server(echo) as server:
        async with queue_on(server.url, record) as queue:
            pass
        queue.put(Job("h1", "m", 100))
        await record.until(1)
    assert record.failed == [("h1", "the service is starting or stopping and makes no summaries")]
    assert server.asked == []
