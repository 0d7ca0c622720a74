"""How fast `lineage import` is, and how much memory it takes: `python -m benchmarks.import_histories --megabytes 2048`.

Makes a folder of sessions in the shape of Claude Code's and Codex's files, with forks, tool calls and items, imports it with the
command itself into a private Neo4j that is thrown away, and imports it once more, which has to change nothing. Another folder is
imported before them: the first minute of a Neo4j goes into Java's compiler. Prints runs per second from the command's start to its
end, that start included, the time that processors spent on a run, in the command and in Neo4j, which says more than the former where
a machine has other things to do, and the most memory that the command held.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from benchmarks.against.processes import busy_seconds
from lineage import local

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
TALK = "the parser reads a table of rules and fails on keys with combining characters so we cut them at the first space"
WORDS = TALK.split()
OPTIONS = local.ServerOptions(heap="1g", page_cache="512m", jvm_arguments=("-XX:TieredStopAtLevel=4",))
"""As Neo4j runs elsewhere: a server that is thrown away does without Java's optimizing compiler."""


class Made:
    """Made-up texts and ids, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def id(self) -> str:
        return str(UUID(int=self._random.getrandbits(128), version=4))

    def text(self, words: int) -> str:
        return " ".join(self._random.choices(WORDS, k=words))

    def times(self, start: datetime) -> Iterator[str]:
        while True:
            start += timedelta(seconds=self._random.uniform(1, 20))
            yield start.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def claude_session(made: Made, runs: int, output_words: int) -> list[dict[str, Any]]:
    """Lines of a Claude Code session: each run asks, runs a command, changes a file and answers."""
    session, times = made.id(), made.times(BEGIN)
    lines: list[dict[str, Any]] = []

    def line(type: str, message: dict[str, Any], **more: Any) -> None:
        parent = lines[-1]["uuid"] if lines else None
        told = {
            "parentUuid": parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/project",
            "sessionId": session,
            "version": "2.1.197",
        }
        lines.append({**told, "type": type, "message": message, "uuid": made.id(), "timestamp": next(times), **more})

    def answer(content: dict[str, Any]) -> None:
        usage = {"input_tokens": 10, "output_tokens": 10}
        line("assistant", {"id": f"msg_{made.id()}", "role": "assistant", "model": "m1", "content": [content], "usage": usage})

    for _ in range(runs):
        line("user", {"role": "user", "content": made.text(20)})
        for tool, given in (
            ("Bash", {"command": "pytest -q"}),
            ("Edit", {"file_path": "/project/a.py", "old_string": "a", "new_string": "b"}),
        ):
            call = f"toolu_{made.id()}"
            answer({"type": "tool_use", "id": call, "name": tool, "input": given})
            result = {"type": "tool_result", "tool_use_id": call, "content": made.text(output_words), "is_error": False}
            line("user", {"role": "user", "content": [result]}, toolUseResult={"stdout": "", "stderr": "", "interrupted": False})
        answer({"type": "text", "text": made.text(40)})
    return lines


def forked(made: Made, lines: list[dict[str, Any]], runs: int, output_words: int) -> list[dict[str, Any]]:
    """A fork's lines: the parent's with their uuids, and some of its own."""
    own = claude_session(made, runs, output_words)
    session = own[0]["sessionId"]
    own[0]["parentUuid"] = lines[-1]["uuid"]
    for number, line in enumerate(own):
        at = datetime.fromisoformat(lines[-1]["timestamp"]) + timedelta(minutes=number + 1)
        line["timestamp"] = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return [{**line, "sessionId": session} for line in lines] + own


def codex_session(made: Made, runs: int, output_words: int) -> tuple[str, list[dict[str, Any]]]:
    """A session's id, and the lines of its rollout."""
    id, times = made.id(), made.times(BEGIN)
    meta = {
        "id": id,
        "timestamp": "2026-01-01T00:00:00.000Z",
        "cwd": "/project",
        "originator": "codex_cli",
        "cli_version": "0.171.0",
        "source": "cli",
    }
    lines = [{"timestamp": next(times), "type": "session_meta", "payload": meta}]

    def line(kind: str, **payload: Any) -> None:
        lines.append({"timestamp": next(times), "type": kind, "payload": payload})

    for _ in range(runs):
        turn = made.id()
        line("event_msg", type="task_started", turn_id=turn)
        line("turn_context", turn_id=turn, cwd="/project", model="m2", approval_policy="never")
        line("event_msg", type="user_message", message=made.text(20))
        call = f"call_{made.id()}"
        given = json.dumps({"command": ["bash", "-lc", "pytest -q"]})
        line("response_item", type="function_call", name="shell", arguments=given, call_id=call)
        line("response_item", type="function_call_output", call_id=call, output=made.text(output_words))
        line("event_msg", type="agent_message", message=made.text(40))
        line("event_msg", type="task_complete", turn_id=turn, last_agent_message="done")
    return id, lines


def make(folder: Path, megabytes: int, runs: int, output_words: int, seed: int = 1) -> tuple[int, int]:
    """Fills the folder. How many bytes and runs it has, copies not counted twice."""
    made, size, count, number = Made(seed), 0, 0, 0
    while size < megabytes * 1_000_000:
        number += 1
        lines = claude_session(made, runs, output_words)
        size += _write(folder / "claude" / f"{lines[0]['sessionId']}.jsonl", lines)
        count += runs
        if number % 5 == 0:
            fork = forked(made, lines, runs // 2, output_words)
            size += _write(folder / "claude" / f"{fork[0]['sessionId']}.jsonl", fork)
            count += runs // 2
        id, rollout = codex_session(made, runs, output_words)
        size += _write(folder / "codex" / f"rollout-2026-01-01T00-00-00-{id}.jsonl", rollout)
        count += runs
    return size, count


def _write(path: Path, lines: list[dict[str, Any]]) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


@dataclass(frozen=True)
class Imported:
    """What an import took, in seconds: in all, and of processors' time. memory is the most that the command held, in bytes."""

    totals: dict[str, int]
    seconds: float
    command_seconds: float
    server_seconds: float
    memory: int

    def told(self, runs: int, size: int) -> str:
        return (
            f"{self.seconds:.1f} s, {runs / self.seconds:,.0f} runs/s, {size / self.seconds / 1e6:.1f} MB/s, "
            f"a run takes {self.command_seconds / runs * 1e6:.0f} µs of the command, {self.server_seconds / runs * 1e6:.0f} of Neo4j, "
            f"{self.totals['written']} written, {self.totals['faults']} faults, at most {self.memory / 1e6:.0f} MB resident"
        )


def imported(folder: Path, server: local.LocalServer) -> Imported:
    """Carries the command out."""
    environment = {**os.environ, "NEO4J_URI": server.uri, "NEO4J_USERNAME": server.username, "NEO4J_PASSWORD": server.password}
    command = [sys.executable, "-m", "benchmarks.measured", "lineage", "import", "--json", str(folder)]
    began, busy, own = time.monotonic(), busy_seconds(server.pid), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    took, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Imported(
        json.loads(done.stdout.splitlines()[0])["totals"],
        took,
        after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime,
        busy_seconds(server.pid) - busy,
        int(done.stderr.splitlines()[-1]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--runs", type=int, default=60, help="runs of each session")
    parser.add_argument("--output-words", type=int, default=60, help="words that a tool prints")
    parser.add_argument("--before", type=int, default=20, help="megabytes of other sessions that are imported before")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, local.start(options=OPTIONS) as server:
        folder, other = Path(made, "sessions"), Path(made, "others")
        size, runs = make(folder, asked.megabytes, asked.runs, asked.output_words)
        print(f"{size / 1e6:.0f} MB, {runs} runs", flush=True)
        if asked.before:
            other_size, other_runs = make(other, asked.before, asked.runs, asked.output_words, seed=2)
            print(f"others before: {imported(other, server).told(other_runs, other_size)}", flush=True)
        for title in ("first import", "the same again"):
            found = imported(folder, server)
            assert found.totals["runs"] == runs, found.totals
            print(f"{title}: {found.told(runs, size)}", flush=True)
    print(f"(this benchmark itself: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB)")


if __name__ == "__main__":
    main()
