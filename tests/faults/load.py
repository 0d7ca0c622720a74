"""A load of mixed commands on trees of their own, whose answers are kept, and what has to be true of them whatever was killed."""

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

PROVIDERS = ("codex", "claude", "gemini")
PASSING = {"UNAVAILABLE", "TIMEOUT", "INTERNAL", "REQUEST_LOST"}
"""The codes after which a command is sent again: it may have been carried out or not."""
ANSWER_SECONDS = 120
"""How long an answer is waited for: after a start Neo4j plans each statement anew, on a busy machine for a minute."""
AGAIN_SECONDS = 0.1
WAIT_SECONDS = 600
"""How long some commands may take in all."""
REFUSALS = {
    "forkThread": {"UNSTABLE_SOURCE", "ROLLED_BACK_SOURCE"},
    "mergeBack": {"UNSTABLE_SOURCE", "ROLLED_BACK_SOURCE"},
    "rollbackThread": {"BAD_INPUT"},
}
"""What may come of what is sent whatever the state of the thread is: some forks have no run yet, some ordinals are no history any more."""


@dataclass(frozen=True)
class Sent:
    """A command that was acknowledged: what was sent, and the answer or the code that it was refused with."""

    operation: str
    selection: str
    given: dict[str, Any]
    answer: Any
    code: str | None


class Client:
    """Sends commands; a lost connection or an answer that is none counts as REQUEST_LOST."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._http = httpx.Client(timeout=ANSWER_SECONDS, trust_env=False)

    def send(self, operation: str, selection: str, given: dict[str, Any]) -> tuple[Any, str | None]:
        kind = operation[0].upper() + operation[1:] + "Input"
        text = f"mutation ($input: {kind}!) {{ {operation}(input: $input) {{ {selection} }} }}"
        try:
            answer = self._http.post(self._url, json={"query": text, "variables": {"input": given}}).json()
        except (httpx.TransportError, ValueError):
            return None, "REQUEST_LOST"
        if answer.get("errors"):
            return None, str(answer["errors"][0]["extensions"]["code"])
        return answer["data"][operation], None

    def ask(self, text: str, **variables: Any) -> Any:
        answer = self._http.post(self._url, json={"query": text, "variables": variables}).json()
        assert not answer.get("errors"), answer
        return answer["data"]

    def close(self) -> None:
        self._http.close()


@dataclass
class Writer:
    """Runs, forks, merges and rolls back a tree of its own, each command until it is answered. Nothing is sent twice by another id."""

    url: str
    name: str
    stop: threading.Event
    acknowledged: list[Sent] = field(default_factory=list)
    interrupted: Counter[str] = field(default_factory=Counter)
    """How often a command had to be sent again, by the code that it got before."""
    fault: BaseException | None = None

    def work(self) -> None:
        client = Client(self.url)
        try:
            self._tree(client)
        except _Stopped:
            pass
        except BaseException as error:
            self.fault = error
        finally:
            client.close()

    def _tree(self, client: Client) -> None:
        chance = random.Random(self.name)
        self._send(client, "createThread", "thread { id version }", id=self.name)
        threads, number = [self.name], 0
        while True:
            number += 1
            thread, run = chance.choice(threads[-3:]), f"{self.name} run {number}"
            self._send(client, "startRun", "run { id ordinal }", id=run, threadId=thread, provider=chance.choice(PROVIDERS), message="go")
            self._send(client, "beginRun", "run { id status }", runId=run, nativeThreadRef=f"session {run}", nativeTurnRef=f"turn {run}")
            items = [{"id": f"{run} item {place}", "kind": "DECISION", "text": f"so {place}"} for place in range(chance.randrange(1, 5))]
            self._send(client, "appendItems", "items { id }", runId=run, items=items)
            self._send(client, "finishRun", "run { id status checkpoint { id } }", runId=run, checkpoint={"id": f"checkpoint of {run}"})
            if chance.random() < 0.3:
                fork = f"{self.name} fork {number}"
                made, _ = self._send(client, "forkThread", "thread { id } transfer { id }", id=fork, sourceThreadId=thread, runId=run)
                threads += [fork] if made is not None else []
            if chance.random() < 0.2 and len(threads) > 1:
                self._send(client, "mergeBack", "transfer { id status }", forkThreadId=threads[-1])
            if chance.random() < 0.15:
                selection = "thread { id version } impact { rolledBackOrdinals }"
                self._send(client, "rollbackThread", selection, threadId=thread, toOrdinal=chance.choice([0, 1, 2]))

    def _send(self, client: Client, operation: str, selection: str, **given: Any) -> tuple[Any, str | None]:
        given = {**given, "commandId": f"{self.name} command {len(self.acknowledged)}"}
        while True:
            if self.stop.is_set():
                raise _Stopped
            answer, code = client.send(operation, selection, given)
            if code not in PASSING:
                self.acknowledged.append(Sent(operation, selection, given, answer, code))
                return answer, code
            self.interrupted[str(code)] += 1
            self.stop.wait(AGAIN_SECONDS)


class _Stopped(Exception):
    """The load is over; the command that was under way may have been carried out or not."""


class Load:
    """Some writers at once, each in a thread. Usable as a context manager; they end with the block."""

    def __init__(self, url: str, name: str, writers: int) -> None:
        self._stop = threading.Event()
        self.url = url
        self.writers = [Writer(url, f"{name} {place}", self._stop) for place in range(writers)]
        self._threads = [threading.Thread(target=writer.work, daemon=True) for writer in self.writers]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(2 * ANSWER_SECONDS)

    @property
    def acknowledged(self) -> int:
        """How many commands were carried out."""
        return sum(sent.code is None for writer in self.writers for sent in tuple(writer.acknowledged))

    def wait_for(self, acknowledged: int) -> None:
        """Returns when so many commands are acknowledged, or a writer ended by a fault. TimeoutError when nothing comes of it."""
        deadline = time.monotonic() + WAIT_SECONDS
        while self.acknowledged < acknowledged and not any(writer.fault for writer in self.writers):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.acknowledged} commands were acknowledged, not {acknowledged}")
            self._stop.wait(AGAIN_SECONDS)

    def interrupted(self) -> Counter[str]:
        return sum((writer.interrupted for writer in self.writers), Counter[str]())

    def faults(self, newest: int | None = None) -> list[str]:
        """What is not as it has to be: each acknowledged command is there, and is answered again as it was. Of the newest ones alone where asked."""
        client, found = Client(self.url), []
        try:
            for writer in self.writers:
                if writer.fault is not None:
                    found.append(f"writer {writer.name!r} ended by {writer.fault!r}")
                for sent in writer.acknowledged[-newest:] if newest else writer.acknowledged:
                    found += _fault_of(client, sent)
        finally:
            client.close()
        return found


def _fault_of(client: Client, sent: Sent) -> list[str]:
    if sent.code is not None:
        # A refusal leaves nothing behind; what it depended on may have changed since.
        expected = sent.code in REFUSALS.get(sent.operation, ())
        return [] if expected else [f"{sent.operation} {sent.given} was refused with {sent.code}"]
    again = client.send(sent.operation, sent.selection, sent.given)
    if again != (sent.answer, None):
        return [f"{sent.operation} {sent.given['commandId']!r} was answered {sent.answer}, then {again}"]
    thing, id = _made_by(sent)
    if thing and client.ask(f"query ($id: ID!) {{ {thing}(id: $id) {{ id }} }}", id=id)[thing] is None:
        return [f"{thing} {id!r} was acknowledged and is not there"]
    return []


def _made_by(sent: Sent) -> tuple[str | None, str | None]:
    """What a command is known to have made."""
    if sent.operation in ("createThread", "forkThread"):
        return "thread", sent.given["id"]
    if sent.operation == "startRun":
        return "run", sent.given["id"]
    if sent.operation == "finishRun":
        return "checkpoint", sent.given["checkpoint"]["id"]
    return None, None
