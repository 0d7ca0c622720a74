"""`lineage import` as a whole: files in, answers out."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import zstandard
from typer.testing import CliRunner

from lineage.app import Service
from lineage.cli import app
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.running import Neo4jAddress, RunningService, serving

DATA = Path(__file__).parent.parent / "data"
FOLDERS = ("claude-code", "codex", "langgraph", "opencode", "opentelemetry", "t3code")


@pytest.fixture(scope="module")
def imports(settings: Settings) -> Iterator[RunningService]:
    """A service whose workspace holds what is imported."""
    with serving(Service(settings.model_copy(update={"workspace": f"import-{uuid4().hex[:8]}"}))) as running:
        yield running


@pytest.fixture
def command(neo4j_address: Neo4jAddress, imports: RunningService) -> Any:
    """Runs `lineage import` with these words on the service's workspace; gives its exit code and its report."""
    environment = {
        "NEO4J_URI": neo4j_address.uri,
        "NEO4J_USERNAME": neo4j_address.username,
        "NEO4J_PASSWORD": neo4j_address.password,
        "LINEAGE_WORKSPACE": imports.service.settings.workspace,
    }

    def run(*words: str | Path) -> tuple[int, Any]:
        done = CliRunner(env=environment).invoke(app, ["import", *map(str, words), "--json"])
        return done.exit_code, json.loads(done.stdout) if done.stdout.startswith("{") else done.output

    return run


def whole(imports: RunningService) -> bool:
    return imports.run(verify(imports.service.store, imports.service.settings.workspace)) == []


def exported(imports: RunningService) -> bytes:
    import httpx

    return httpx.get(f"{imports.base}/export", params={"all": "true", "format": "jsonl"}, timeout=120).content


def test_everything_at_once_and_then_again(command: Any, imports: RunningService) -> None:
    folders = [DATA / name for name in FOLDERS]
    code, report = command(*folders)
    assert code == 0
    assert {file["format"] for file in report["files"]} == {"claude-code", "codex", "langgraph", "opencode", "otel", "t3code"}
    assert report["totals"]["written"] == report["totals"]["runs"] > 150
    assert whole(imports)
    before = exported(imports)
    code, again = command(*folders)
    assert (code, again["totals"]["written"]) == (0, 0)
    assert exported(imports) == before
    assert again["totals"]["runs"] == report["totals"]["runs"]


def test_files_one_by_one_in_any_order_give_the_same(settings: Settings, neo4j_address: Neo4jAddress) -> None:
    """Forks, agents and rewinds in every file: a child before its parent too."""
    files = sorted(path for name in ("forks", "agents", "rewinds") for path in (DATA / "claude-code" / name).rglob("*.jsonl"))
    orders = {"forwards": files, "backwards": files[::-1]}
    found = {}
    for name, order in orders.items():
        with serving(Service(settings.model_copy(update={"workspace": f"order-{uuid4().hex[:8]}"}))) as service:
            environment = {
                "NEO4J_URI": neo4j_address.uri,
                "NEO4J_USERNAME": neo4j_address.username,
                "NEO4J_PASSWORD": neo4j_address.password,
                "LINEAGE_WORKSPACE": service.service.settings.workspace,
            }
            for file in order:
                assert CliRunner(env=environment).invoke(app, ["import", str(file)]).exit_code == 0
            assert whole(service)
            found[name] = exported(service)
    assert found["forwards"] == found["backwards"]


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_packed_files(command: Any, tmp_path: Path, suffix: str) -> None:
    content = next((DATA / "claude-code" / "whole").rglob("*.jsonl"))
    packed = tmp_path / f"{content.name}{suffix}"
    data = content.read_bytes()
    packed.write_bytes(gzip.compress(data) if suffix == ".gz" else zstandard.compress(data))
    _, plain = command("--dry-run", content)
    _, unpacked = command("--dry-run", packed)
    assert unpacked["totals"] == plain["totals"]
    assert plain["totals"]["runs"] > 0


def test_strict_writes_nothing_when_there_is_a_fault(command: Any, imports: RunningService, tmp_path: Path) -> None:
    session = str(uuid4())
    line = {"type": "user", "uuid": str(uuid4()), "parentUuid": None, "sessionId": session, "timestamp": "2026-01-01T00:00:00Z"}
    file = tmp_path / f"{session}.jsonl"
    file.write_text(json.dumps({**line, "message": {"role": "user", "content": "do it"}}) + "\n" + '{"type": "us')
    code, report = command("--strict", file)
    assert code == 1
    assert [fault["kind"] for fault in report["files"][0]["faults"]] == ["CUT_LINE"]
    query = "query($id: ID!) { thread(id: $id) { id } }"
    assert imports.query(query, id=f"claude-code:{session}") == {"thread": None}
    assert command(file)[0] == 0
    assert imports.query(query, id=f"claude-code:{session}")["thread"] is not None


def test_a_file_of_no_known_format_is_told(command: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of interest")
    _, named = command("--dry-run", tmp_path / "notes.txt")
    assert [fault["kind"] for fault in named["files"][0]["faults"]] == ["UNKNOWN_FORMAT"]
    _, walked = command("--dry-run", tmp_path)
    assert (walked["files"], walked["passedOver"]) == ([], 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "tapes", "."), "there is no format 'tapes'"),
        (("nowhere.jsonl",), "not there: nowhere.jsonl"),
        (("--watch", "--strict", "."), "--watch goes with neither"),
    ],
)
def test_what_cannot_be_asked_for_is_told(command: Any, words: tuple[str, ...], said: str) -> None:
    code, output = command(*words)
    assert code == 1
    assert said in output


def claude_file(folder: Path, minutes: list[int]) -> Path:
    """A Claude Code session that was asked something at each of these minutes."""
    session, lines = str(uuid4()), []
    for minute in minutes:
        for role, second in (("user", 0), ("assistant", 20)):
            message = (
                {"role": role, "content": "do it"}
                if role == "user"
                else {"role": role, "id": f"m{minute}", "content": [{"type": "text", "text": "ok"}]}
            )
            at = f"2026-01-01T10:{minute:02}:{second:02}.000Z"
            told = {"type": role, "uuid": str(uuid4()), "parentUuid": lines[-1]["uuid"] if lines else None, "sessionId": session}
            lines.append({**told, "isSidechain": False, "timestamp": at, "message": message})
    path = folder / f"{session}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def codex_file(folder: Path, minutes: list[int]) -> Path:
    """A Codex session that took a turn at each of these minutes."""
    session = str(uuid4())
    lines = [
        {
            "timestamp": "2026-01-01T10:00:00.000Z",
            "type": "session_meta",
            "payload": {"id": session, "cwd": "/srv/app", "cli_version": "0.171.0"},
        }
    ]
    for minute in minutes:
        turn, at = str(uuid4()), f"2026-01-01T10:{minute:02}"
        events = (
            {"type": "task_started", "turn_id": turn},
            {"type": "user_message", "message": "go on"},
            {"type": "agent_message", "message": "ok"},
            {"type": "task_complete", "turn_id": turn},
        )
        lines += [{"timestamp": f"{at}:{n * 5:02}.000Z", "type": "event_msg", "payload": event} for n, event in enumerate(events)]
    path = folder / f"rollout-2026-01-01T10-00-00-{session}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_sessions_of_two_agents_become_one_thread(command: Any, imports: RunningService, tmp_path: Path) -> None:
    into, claude, codex = f"joined-{uuid4().hex[:6]}", claude_file(tmp_path, [1, 2, 7]), codex_file(tmp_path, [4, 5])
    assert command("--into", into, claude)[0] == 0
    code, report = command("--into", into, codex)
    assert (code, report["totals"]["faults"]) == (0, 0)
    thread = imports.query(
        """query($id: ID!) { thread(id: $id) {
          runs { edges { node { provider } } }
          transfers(status: [FAILED]) { type targetProvider sourcePoint { ordinal } basePoint { ordinal } }
          providerThreads { provider coverage { missing { from to } } } } }""",
        id=into,
    )["thread"]
    assert [edge["node"]["provider"] for edge in thread["runs"]["edges"]] == ["claude", "claude", "codex", "codex", "claude"]
    assert thread["transfers"] == [
        {"type": "PROVIDER_HANDOFF", "targetProvider": "codex", "sourcePoint": {"ordinal": 2}, "basePoint": None},
        {"type": "PROVIDER_HANDOFF", "targetProvider": "claude", "sourcePoint": {"ordinal": 4}, "basePoint": {"ordinal": 2}},
    ]
    assert {found["provider"]: found["coverage"]["missing"] for found in thread["providerThreads"]} == {
        "claude": [{"from": 3, "to": 4}],
        "codex": [{"from": 1, "to": 2}, {"from": 5, "to": 5}],
    }
    assert whole(imports)
    assert command("--into", into, claude, codex)[1]["totals"]["written"] == 0


def test_a_session_that_is_a_thread_of_its_own_is_not_joined(command: Any, tmp_path: Path) -> None:
    claude = claude_file(tmp_path, [1])
    assert command(claude)[0] == 0
    code, output = command("--into", "elsewhere", claude)
    assert code == 1
    assert "imported as one of its own" in output
