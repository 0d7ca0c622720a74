"""`lineage export`: to the standard output or a file, which is there whole or not at all, and never in the place of another unasked."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lineage.app import Service
from lineage.cli import app
from lineage.settings import Settings
from tests.running import Neo4jAddress, RunningService, fresh, serving


class Exporting:
    """A workspace with a thread T, a fork F of it, and another thread U."""

    def __init__(self, service: RunningService, address: Neo4jAddress) -> None:
        workspace = service.service.settings.workspace
        self.environment = {
            "NEO4J_URI": address.uri,
            "NEO4J_USERNAME": address.username,
            "NEO4J_PASSWORD": address.password,
            "LINEAGE_WORKSPACE": workspace,
        }
        for id in ("T", "U"):
            service.mutate("createThread", "thread { id }", id=id)
        service.mutate("startRun", "run { id }", threadId="T", provider="codex", id="r")
        service.mutate("beginRun", "run { id }", runId="r")
        service.mutate("finishRun", "run { id }", runId="r", status="COMPLETED", checkpoint={"id": "k"})
        service.mutate("forkThread", "thread { id }", sourceThreadId="T", runId="r", id="F")

    def __call__(self, *arguments: str | Path) -> Result:
        return CliRunner().invoke(app, ["export", *map(str, arguments)], env=self.environment)


@pytest.fixture(scope="module")
def export(settings: Settings, neo4j_address: Neo4jAddress) -> Iterator[Exporting]:
    with serving(Service(settings.model_copy(update={"workspace": fresh("export")}))) as running:
        yield Exporting(running, neo4j_address)


def threads(written: str) -> list[str]:
    lines = [json.loads(line) for line in written.splitlines()]
    assert lines[-1]["type"] == "end"
    return [line["properties"]["id"] for line in lines if line["type"] == "thread"]


def test_the_whole_tree_of_a_fork_goes_to_the_standard_output(export: Exporting) -> None:
    result = export("F")
    assert (result.exit_code, result.stderr, threads(result.stdout)) == (0, "", ["T", "F"])


def test_a_hyphen_is_the_standard_output(export: Exporting) -> None:
    assert threads(export("--all", "-o", "-").stdout) == ["T", "F", "U"]


def test_a_file_is_written_whole_and_nothing_else_is_left(export: Exporting, tmp_path: Path) -> None:
    result = export("--all", "-o", tmp_path / "all.jsonl")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("2 lineage trees are in ")
    assert [path.name for path in tmp_path.iterdir()] == ["all.jsonl"]
    assert threads((tmp_path / "all.jsonl").read_text(encoding="utf-8")) == ["T", "F", "U"]


def test_a_file_that_is_there_is_kept_without_force(export: Exporting, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    file.write_text("mine")
    refused = export("--all", "-o", file)
    assert (refused.exit_code, file.read_text()) == (1, "mine")
    assert "--force" in refused.stderr
    assert export("--all", "-o", file, "--force").exit_code == 0
    assert threads(file.read_text()) == ["T", "F", "U"]


def test_a_folder_that_is_not_there_is_not_made(export: Exporting, tmp_path: Path) -> None:
    result = export("--all", "-o", tmp_path / "not" / "there.jsonl")
    assert result.exit_code == 1
    assert "there is no folder" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_thread_leaves_no_file(export: Exporting, tmp_path: Path) -> None:
    result = export("nothing", "-o", tmp_path / "x.jsonl")
    assert result.exit_code == 1
    assert "'nothing' is not known" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [((), "either a thread or --all"), (("T", "--all"), "either a thread or --all"), (("T", "--format", "docx"), "jsonl")],
)
def test_what_makes_no_sense_is_told(export: Exporting, arguments: tuple[str, ...], told: str) -> None:
    result = export(*arguments)
    assert result.exit_code == 1
    assert told in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_disk_that_is_full_is_told(export: Exporting) -> None:
    result = export("--all", "-o", "/dev/full")
    assert result.exit_code == 1
    assert "cannot be written: No space left on device" in result.stderr


def test_a_reader_that_has_enough_ends_it_quietly(export: Exporting) -> None:
    command = [sys.executable, "-c", "from lineage.cli import app; app()", "export", "--all"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ended = subprocess.run(
            command, env={**os.environ, **export.environment}, stdout=closed, stderr=subprocess.PIPE, timeout=240, check=False
        )
    assert (ended.returncode, ended.stderr) == (1, b"")
