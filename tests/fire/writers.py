"""Clients that send commands at the same time, each over a connection of its own, and none waits for an answer without end."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import httpx

T = TypeVar("T")

ANSWER_SECONDS = 60
"""How long a command may take before it counts as hanging; on a busy machine hundreds wait for one another."""

REFUSALS = {
    "BAD_INPUT",
    "NOT_FOUND",
    "CONFLICT",
    "ACTIVE_RUN",
    "UNSTABLE_SOURCE",
    "ROLLED_BACK_SOURCE",
    "UNSUPPORTED",
    "INVALID_TRANSITION",
}
"""The documented codes that a command can be refused with by what the graph is like; the others tell of faults or limits (design 8)."""


class Writer:
    """One client. Its connection is open already, so that first commands arrive together."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._http = httpx.Client(timeout=ANSWER_SECONDS, verify=False)
        self.send("createThread", id="")

    def send(self, operation: str, selection: str = "__typename", **given: Any) -> tuple[Any, str | None]:
        """A command's payload, or the code that it was refused with."""
        kind = operation[0].upper() + operation[1:] + "Input"
        text = f"mutation ($input: {kind}!) {{ {operation}(input: $input) {{ {selection} }} }}"
        answer = self._http.post(self._url, json={"query": text, "variables": {"input": given}}).json()
        if answer.get("errors"):
            return None, str(answer["errors"][0]["extensions"]["code"])
        return answer["data"][operation], None

    def close(self) -> None:
        self._http.close()


def at_once(found: Sequence[Writer], work: Callable[[int, Writer], T]) -> list[T]:
    """What each writer's work gives, all begun at the same moment. TimeoutError for one that does not end."""
    barrier = Barrier(len(found))

    def begin(number: int, writer: Writer) -> T:
        barrier.wait(timeout=ANSWER_SECONDS)
        return work(number, writer)

    with ThreadPoolExecutor(len(found)) as pool:
        pending = [pool.submit(begin, number, writer) for number, writer in enumerate(found)]
        return [future.result(timeout=10 * ANSWER_SECONDS) for future in pending]
