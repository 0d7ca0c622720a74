"""What goes on for long goes on only for as long as its credentials count."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any

from graphql import GraphQLError
from strawberry.types import ExecutionResult

from lineage.errors import LineageError


async def while_admitted(
    results: AsyncGenerator[Any, None], check: Callable[[], Awaitable[object]], every_seconds: float
) -> AsyncGenerator[Any, None]:
    """The results, for as long as the check that is made every so many seconds holds; its error is the last of them."""
    clock = asyncio.get_running_loop().time
    due = clock() + every_seconds
    waiting: asyncio.Task[Any] | None = None
    async with aclosing(results):
        try:
            while True:
                if waiting is None:
                    waiting = asyncio.create_task(_next(results))
                done, _ = await asyncio.wait({waiting}, timeout=max(0.0, due - clock()))
                if clock() >= due:
                    try:
                        await check()
                    except LineageError as error:
                        yield ExecutionResult(data=None, errors=[GraphQLError(error.message, original_error=error)])
                        return
                    due = clock() + every_seconds
                if done:
                    result, waiting = waiting.result(), None
                    if result is _END:
                        return
                    yield result
        finally:
            if waiting is not None:
                waiting.cancel()
                # Its generator can be closed only when nobody waits in it any more.
                with suppress(asyncio.CancelledError, Exception):
                    await waiting


_END = object()


async def _next(results: AsyncGenerator[Any, None]) -> Any:
    """The next result, _END after the last: a task must not end by StopAsyncIteration."""
    return await anext(results, _END)
