"""`lineage chat`, `fork`, `merge` and `rollback` as a person runs them, on a running service and a model server of the tests."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.agents.models import completions
from tests.agents.models.server import Asked, Fail, Hang, ModelServer, Reply, Text, serving_models
from tests.running import RunningService, fresh

SECONDS = 300


@dataclass
class Terminal:
    """Runs the command in a folder, for agents whose endpoint is the tests' model server."""

    service: RunningService
    models: ModelServer
    folder: Path
    more: dict[str, str] = field(default_factory=dict)

    def start(self, *arguments: str, folder: Path | None = None) -> "subprocess.Popen[str]":
        environment = {
            **os.environ,
            "LINEAGE_URL": self.service.url,
            "LINEAGE_OPENAI_BASE_URL": f"{self.models.base}/v1",
            "LINEAGE_OPENAI_MODEL": "m1",
            "XDG_DATA_HOME": str(self.folder.parent / "data"),
            "LINEAGE_CODEX_PROGRAM": "no-such-program",
            **self.more,
        }
        command = [str(Path(sys.executable).parent / "lineage"), *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=folder or self.folder, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def run(self, *arguments: str, said: str = "", folder: Path | None = None) -> "Done":
        process = self.start(*arguments, folder=folder)
        out, errors = process.communicate(said, timeout=SECONDS)
        return Done(process.returncode, out, errors)

    def chat(self, thread_id: str, *arguments: str) -> "Done":
        return self.run("chat", thread_id, "--provider", "openai-compatible", *arguments)

    def runs(self, thread_id: str) -> list[Any]:
        selection = "ordinal status provider failureReason checkpoint { workspaceRef diffSummary } items { edges { node { kind text } } }"
        found = self.service.query(
            f"query($id: ID!) {{ thread(id: $id) {{ runs(includeRolledBack: true) {{ edges {{ node {{ {selection} }} }} }} }} }}",
            id=thread_id,
        )
        return [edge["node"] for edge in found["thread"]["runs"]["edges"]]

    def statuses(self, thread_id: str) -> list[str]:
        return [run["status"] for run in self.runs(thread_id)]


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    errors: str


@pytest.fixture
def models() -> Iterator[ModelServer]:
    with serving_models(completions.PROTOCOL) as serving:
        yield serving


@pytest.fixture
def terminal(service: RunningService, models: ModelServer, tmp_path: Path) -> Terminal:
    folder = tmp_path / "work"
    folder.mkdir()
    return Terminal(service, models, folder)


def always(reply: Reply) -> Callable[[Asked], Reply]:
    return lambda _: reply


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


def test_the_answer_alone_goes_to_standard_output_and_the_run_is_recorded(terminal: Terminal) -> None:
    thread_id = fresh("T")
    terminal.models.reply = always(Text("Forty-two."))
    done = terminal.chat(thread_id, "What is it?")
    assert (done.status, done.out) == (0, "Forty-two.\n"), done.errors
    assert "is new" in done.errors
    assert "run 1: openai-compatible starts a new session" in done.errors
    assert "run 1 COMPLETED" in done.errors
    [run] = terminal.runs(thread_id)
    assert [(edge["node"]["kind"], edge["node"]["text"]) for edge in run["items"]["edges"]] == [
        ("USER_MESSAGE", "What is it?"),
        ("ASSISTANT_MESSAGE", "Forty-two."),
    ]
    assert run["checkpoint"] == {"workspaceRef": None, "diffSummary": None}


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@localhost", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_files_are_restored_only_where_that_is_asked_for_and_nothing_is_lost(terminal: Terminal) -> None:
    thread_id = fresh("T")
    git(terminal.folder, "init", "--quiet")
    (terminal.folder / "a.txt").write_text("one\n")
    git(terminal.folder, "add", "--all")
    git(terminal.folder, "commit", "--quiet", "--message=one")
    terminal.chat(thread_id, "first")
    (terminal.folder / "a.txt").write_text("two\n")
    terminal.chat(thread_id, "second")
    first, second = terminal.runs(thread_id)
    assert first["checkpoint"]["workspaceRef"] == git(terminal.folder, "rev-parse", "HEAD").strip()
    assert second["checkpoint"]["diffSummary"]["files"] == [{"path": "a.txt", "additions": 1, "deletions": 1}]

    refused = terminal.run("rollback", thread_id, "1", "--yes", "--restore-files")
    assert refused.status == 1
    assert "not committed" in refused.errors
    assert terminal.statuses(thread_id) == ["COMPLETED", "COMPLETED"]
    git(terminal.folder, "commit", "--quiet", "--all", "--message=two")
    done = terminal.run("rollback", thread_id, "1", "--yes", "--restore-files")
    assert done.status == 0, done.errors
    assert "runs rolled back: 2" in done.out
    assert "dropped the runs" in done.out
    assert (terminal.folder / "a.txt").read_text() == "one\n"
    assert terminal.statuses(thread_id) == ["COMPLETED", "ROLLED_BACK"]


def test_a_thread_and_its_forks_go_on_in_the_folder_that_it_began_in(terminal: Terminal, tmp_path: Path) -> None:
    thread_id = fresh("T")
    git(terminal.folder, "init", "--quiet")
    git(terminal.folder, "commit", "--quiet", "--allow-empty", "--message=one")
    head = git(terminal.folder, "rev-parse", "HEAD").strip()
    terminal.chat(thread_id, "first")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    arguments = ["--provider", "openai-compatible", "next"]
    fork = terminal.run("fork", thread_id).out.strip()
    assert terminal.run("chat", fork, *arguments, folder=elsewhere).status == 0
    assert terminal.runs(fork)[0]["checkpoint"]["workspaceRef"] == head
    assert terminal.run("chat", thread_id, *arguments, "--folder", str(elsewhere)).status == 0
    assert terminal.runs(thread_id)[1]["checkpoint"]["workspaceRef"] is None


def test_a_rollback_that_nobody_agrees_to_does_nothing(terminal: Terminal) -> None:
    thread_id = fresh("T")
    terminal.chat(thread_id, "first")
    done = terminal.run("rollback", thread_id, "0")
    assert done.status == 1
    assert "runs rolled back: 1" in done.out
    assert terminal.statuses(thread_id) == ["COMPLETED"]


def test_a_model_that_fails_fails_the_run_with_its_reason(terminal: Terminal) -> None:
    thread_id = fresh("T")
    terminal.models.reply = always(Fail(500))
    done = terminal.chat(thread_id, "hello")
    assert done.status == 1
    assert "run 1 FAILED" in done.errors
    [run] = terminal.runs(thread_id)
    assert run["status"] == "FAILED"
    assert "500" in run["failureReason"]


def test_a_program_that_is_missing_fails_the_run_and_is_told(terminal: Terminal) -> None:
    thread_id = fresh("T")
    done = terminal.run("chat", thread_id, "--provider", "codex", "hello")
    assert done.status == 1
    assert "no-such-program" in done.errors
    [run] = terminal.runs(thread_id)
    assert (run["status"], "no-such-program" in run["failureReason"]) == ("FAILED", True)


def test_a_provider_without_an_adapter_is_refused_and_nothing_is_recorded(terminal: Terminal) -> None:
    done = terminal.run("chat", fresh("T"), "--provider", "nobody", "hello")
    assert done.status == 1
    assert "there is no adapter for 'nobody'" in done.errors


def test_a_service_that_is_not_there_is_told_with_what_to_do(terminal: Terminal) -> None:
    terminal.more["LINEAGE_URL"] = "http://127.0.0.1:9/graphql"
    done = terminal.chat(fresh("T"), "hello")
    assert done.status == 1
    assert "lineage serve" in done.errors
    assert "Traceback" not in done.errors


def test_ctrl_c_interrupts_the_turn_and_records_that(terminal: Terminal) -> None:
    thread_id = fresh("T")
    terminal.models.reply = always(Hang())
    process = terminal.start("chat", thread_id, "--provider", "openai-compatible", "hello")
    wait_until(lambda: bool(terminal.models.asked))
    wait_until(lambda: terminal.statuses(thread_id) == ["RUNNING"])
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert terminal.statuses(thread_id) == ["INTERRUPTED"]


def test_a_run_that_a_crash_left_is_found_and_given_up_when_that_is_agreed_to(terminal: Terminal) -> None:
    thread_id = fresh("T")
    terminal.models.reply = always(Hang())
    process = terminal.start("chat", thread_id, "--provider", "openai-compatible", "hello")
    wait_until(lambda: bool(terminal.models.asked) and terminal.statuses(thread_id) == ["RUNNING"])
    process.kill()
    process.communicate(timeout=SECONDS)
    terminal.models.reply = always(Text("done"))
    refused = terminal.chat(thread_id, "again")
    assert refused.status == 1
    assert "is still RUNNING" in refused.errors
    assert terminal.statuses(thread_id) == ["RUNNING"]
    assert terminal.chat(thread_id, "--yes", "again").status == 0
    assert terminal.statuses(thread_id) == ["INTERRUPTED", "COMPLETED"]


def test_the_prompt_talks_forks_merges_and_tells(terminal: Terminal) -> None:
    thread_id = fresh("T")
    lines = ["hello", "/fork 1", "in the fork", "/tree", "/merge", "/why codex", "after the merge", "/rollback x", "/nothing", "/quit"]
    done = terminal.run("chat", thread_id, "--provider", "openai-compatible", said="\n".join(lines) + "\n")
    assert done.status == 0, done.errors
    assert terminal.statuses(thread_id) == ["COMPLETED", "COMPLETED"]
    tree = terminal.service.query("query($id: ID!) { forkTree(rootThreadId: $id) { nodes { threadId runCount } } }", id=thread_id)
    assert [node["runCount"] for node in tree["forkTree"]["nodes"]] == [2, 1]
    fork = tree["forkTree"]["nodes"][1]["threadId"]
    assert f"└─ * {fork} from {thread_id} 1: 1 run by openai-compatible" in done.out
    assert f"codex starts a new session and is told the whole thread ({thread_id} 1, {fork} 1)" in done.out
    assert "told what it missed" in done.errors
    assert "'x' is no run" in done.errors
    assert "/nothing is not known" in done.errors
    handed = json.dumps(terminal.models.last().beside)
    assert "in the fork" in handed


def test_fork_and_merge_print_the_threads(terminal: Terminal) -> None:
    thread_id = fresh("T")
    terminal.chat(thread_id, "hello")
    forked = terminal.run("fork", thread_id, "--title", "Another way")
    fork = forked.out.strip()
    assert forked.status == 0, forked.errors
    unstable = terminal.run("merge", fork)
    assert (unstable.status, "UNSTABLE_SOURCE" in unstable.errors) == (1, True)
    terminal.chat(fork, "in the fork")
    merged = terminal.run("merge", fork)
    assert (merged.status, merged.out.strip()) == (0, thread_id), merged.errors
