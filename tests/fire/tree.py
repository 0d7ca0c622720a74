"""A lineage tree that several writers change at once: what they know of it, and which command comes next."""

import random
from collections.abc import Callable
from threading import Lock
from typing import Any

from tests.fire.writers import Writer
from tests.running import RunningService, fresh

PROVIDERS = ("codex", "claude", "gemini")


class Known:
    """Ids of one kind that any writer may use."""

    def __init__(self, *ids: str) -> None:
        self._ids = list(ids)
        self._lock = Lock()

    def add(self, id: str) -> None:
        with self._lock:
            self._ids.append(id)

    def any(self, chance: random.Random, newest: int | None = None) -> str:
        """One of them, of the newest ones where a number is given."""
        with self._lock:
            return chance.choice(self._ids[-newest:] if newest else self._ids)


class Tree:
    """A root with runs, a fork and a subagent's thread, from which the writers go on."""

    def __init__(self, service: RunningService) -> None:
        root, child = fresh("root"), fresh("child")
        service.mutate("createThread", "thread { id }", id=root)
        runs, provider_threads = [], []
        for provider in PROVIDERS:
            started = service.mutate("startRun", "run { id } providerThread { id }", threadId=root, provider=provider)
            run = started["run"]["id"]
            self._begin(service, run)
            if not runs:
                service.mutate("spawnSubagent", "thread { id }", parentRunId=run, id=child)
            service.mutate("finishRun", "run { id }", runId=run, checkpoint={})
            runs.append(run)
            provider_threads.append(started["providerThread"]["id"])
        fork = service.mutate("forkThread", "thread { id }", sourceThreadId=root, runId=runs[-1])["thread"]["id"]
        inner = service.mutate("startRun", "run { id }", threadId=child, provider="gemini")["run"]["id"]
        self._begin(service, inner)
        service.mutate("finishRun", "run { id }", runId=inner, checkpoint={})
        self.threads = Known(root, fork, child)
        self.forks = Known(fork)
        self.children = Known(child)
        self.runs = Known(*runs, inner)
        self.begun = Known(*runs, inner)
        self.provider_threads = Known(*provider_threads)
        self.rolled_back = Known(*provider_threads)

    @staticmethod
    def _begin(service: RunningService, run: str) -> None:
        service.mutate("beginRun", "run { id }", runId=run, nativeThreadRef=f"session-{run}", nativeTurnRef=f"turn-{run}")

    def next_command(self, writer: Writer, seed: int) -> tuple[str, str | None]:
        """Sends a command that this seed chooses; its name, and the code that it was refused with."""
        chance = random.Random(seed)
        operation = chance.choices(list(OPERATIONS), [weight for weight, _ in OPERATIONS.values()])[0]
        _, send = OPERATIONS[operation]
        return operation, send(self, writer, chance)


def _start(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    given: dict[str, Any] = {"cleanContext": True} if chance.random() < 0.1 else {}
    started, code = writer.send(
        "startRun", "run { id } providerThread { id }", threadId=tree.threads.any(chance), provider=chance.choice(PROVIDERS), **given
    )
    if started is not None:
        tree.runs.add(started["run"]["id"])
        tree.provider_threads.add(started["providerThread"]["id"])
    return code


def _begin(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    run = tree.runs.any(chance, newest=6)
    _, code = writer.send("beginRun", runId=run, nativeThreadRef=f"session-{run}", nativeTurnRef=f"turn-{run}")
    if code is None:
        tree.begun.add(run)
    return code


def _finish(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    status = chance.choice(["COMPLETED", "COMPLETED", "COMPLETED", "FAILED", "INTERRUPTED"])
    checkpoint = {"checkpoint": {}} if status == "COMPLETED" else {}
    return writer.send("finishRun", runId=chance.choice([tree.runs, tree.begun]).any(chance, newest=6), status=status, **checkpoint)[1]


def _fail_to_resume(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    started, code = writer.send(
        "reportResumeFailure", "providerThread { id }", runId=tree.runs.any(chance, newest=6), reason="the session is gone"
    )
    if started is not None:
        tree.provider_threads.add(started["providerThread"]["id"])
    return code


def _fork(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    source: dict[str, Any] = chance.choice(
        [
            {"runId": tree.runs.any(chance)},
            {"latestStable": True},
            {"latestStable": True},
            {"providerThreadId": tree.provider_threads.any(chance)},
        ]
    )
    made, code = writer.send("forkThread", "thread { id }", sourceThreadId=tree.threads.any(chance), **source)
    if made is not None:
        tree.threads.add(made["thread"]["id"])
        tree.forks.add(made["thread"]["id"])
    return code


def _merge(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    return writer.send("mergeBack", forkThreadId=tree.forks.any(chance))[1]


def _spawn(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    native = {"provider": "codex", "nativeThreadRef": fresh("session")} if chance.random() < 0.5 else {}
    made, code = writer.send("spawnSubagent", "thread { id }", parentRunId=tree.begun.any(chance, newest=4), **native)
    if made is not None:
        tree.threads.add(made["thread"]["id"])
        tree.children.add(made["thread"]["id"])
    return code


def _return(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    return writer.send("returnSubagentResult", childThreadId=tree.children.any(chance), text="what was found")[1]


def _roll_back(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    done, code = writer.send(
        "rollbackThread",
        "impact { providerThreads { providerThreadId action { kind } } }",
        threadId=tree.threads.any(chance),
        toOrdinal=chance.choice([0, 1, 1, 1, 2, 2, 3]),
    )
    if done is not None:
        for impact in done["impact"]["providerThreads"]:
            if impact["action"] is not None:
                tree.rolled_back.add(impact["providerThreadId"])
    return code


def _report_rollback(tree: Tree, writer: Writer, chance: random.Random) -> str | None:
    return writer.send("reportProviderRollback", providerThreadId=tree.rolled_back.any(chance, newest=3), succeeded=chance.random() < 0.7)[
        1
    ]


OPERATIONS: dict[str, tuple[int, Callable[[Tree, Writer, random.Random], str | None]]] = {
    "startRun": (20, _start),
    "beginRun": (20, _begin),
    "finishRun": (20, _finish),
    "forkThread": (8, _fork),
    "rollbackThread": (12, _roll_back),
    "mergeBack": (10, _merge),
    "spawnSubagent": (8, _spawn),
    "returnSubagentResult": (10, _return),
    "reportProviderRollback": (4, _report_rollback),
    "reportResumeFailure": (3, _fail_to_resume),
}
"""Each command with how often it comes, by weight, and what sends it."""
