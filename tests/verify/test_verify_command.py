"""`lineage verify`, as a person or a script runs it."""

from collections.abc import Callable

import pytest
from click.testing import Result
from typer.testing import CliRunner

from lineage.cli import app
from tests.running import Neo4jAddress, RunningService
from tests.verify.planting import Planting

Verify = Callable[..., Result]


@pytest.fixture
def run_verify(neo4j_address: Neo4jAddress) -> Verify:
    environment = {"NEO4J_URI": neo4j_address.uri, "NEO4J_USERNAME": neo4j_address.username, "NEO4J_PASSWORD": neo4j_address.password}
    return lambda *options: CliRunner().invoke(app, ["verify", *options], env=environment)


def test_of_a_whole_store_it_says_how_much_was_looked_at(storied: RunningService, run_verify: Verify) -> None:
    result = run_verify("--workspace", storied.service.settings.workspace)
    assert (result.exit_code, result.stderr.strip()) == (0, "")
    things, text = result.stdout.split(maxsplit=1)
    assert int(things) > 500
    assert text == "things were looked at, all are whole\n"


def test_it_names_what_is_wrong_and_exits_with_1(service: RunningService, planting: Planting, run_verify: Verify) -> None:
    planted = planting.thread_without_events()
    result = run_verify("--workspace", planted.workspace)
    assert result.exit_code == 1
    named, summary = result.stdout.splitlines()
    assert named.startswith(f"thread_events in workspace {planted.workspace!r}: ")
    assert f"thread {planted.thread_id!r}" in named
    assert "has not one event for each of its versions; expected: A thread has one event for each of its versions" in named
    assert summary.startswith("1 of ")
