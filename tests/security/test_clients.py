"""A service as it is started, and the programs that ask it: each brings the token that it was given."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import Result
from typer.testing import CliRunner

from lineage.cli import app
from lineage.client import LineageClient, Refused
from tests.live.processes import ServiceProcess, processes
from tests.running import Neo4jAddress


@pytest.fixture(scope="module")
def started(neo4j_address: Neo4jAddress, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """`lineage serve` in a workspace that has no token, without any setting but where Neo4j is."""
    settings = neo4j_address.settings(auth="on", workspace=f"security-{uuid4().hex}")
    with processes(settings, tmp_path_factory.mktemp("service"), 1) as (service,):
        yield service


def lineage(service: ServiceProcess, *arguments: str, **variables: str) -> Result:
    environment = {**service._environment, "LINEAGE_URL": service.url, **variables}
    return CliRunner().invoke(app, arguments, env=environment)


@pytest.fixture(scope="module")
def token(started: ServiceProcess) -> str:
    made = lineage(started, "token", "create", "programs", "--json")
    assert made.exit_code == 0, made.output
    return str(json.loads(made.stdout)["token"])


def test_it_says_that_nobody_can_get_in_and_what_to_do(started: ServiceProcess) -> None:
    assert "nobody has any" in started.log
    assert "lineage token create" in started.log
    assert "--no-auth" in started.log


def test_the_client_brings_a_token(started: ServiceProcess, token: str) -> None:
    async def ask(token: str | None) -> Any:
        async with LineageClient(started.url, token) as client:
            await client.create_thread(id="of-the-client")
            async with aclosing(client.thread_changes("of-the-client", after_version=0)) as changes:
                return await anext(changes)

    with pytest.raises(Refused) as refused:
        asyncio.run(ask(None))
    assert refused.value.code == "UNAUTHENTICATED"
    change = asyncio.run(ask(token))
    assert (change.command, change.actor.split()[1]) == ("createThread", "programs")


def test_commands_take_it_from_the_environment_or_a_file(started: ServiceProcess, token: str, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{token}\n", encoding="utf-8")
    command = ("rollback", "no-such-thread", "0", "--yes")
    for given in (
        lineage(started, *command, LINEAGE_TOKEN=token),
        lineage(started, *command, LINEAGE_TOKEN_FILE=str(file)),
        lineage(started, *command, "--token-file", str(file)),
        lineage(started, *command, "--token-file", str(file), LINEAGE_TOKEN="lin_wrong"),
    ):
        assert "NOT_FOUND" in given.stderr
    for given in (lineage(started, *command), lineage(started, *command, LINEAGE_TOKEN="lin_wrong")):
        assert given.exit_code == 1
        assert "UNAUTHENTICATED" in given.stderr


@pytest.mark.parametrize(("content", "words"), [(None, "cannot be read from"), ("", "is empty"), ("é", "cannot be read from")])
@pytest.mark.parametrize("command", [("rollback", "no-such-thread", "0"), ("mcp",)])
def test_a_file_without_a_token_is_told(
    started: ServiceProcess, tmp_path: Path, content: str | None, words: str, command: tuple[str, ...]
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    result = lineage(started, *command, "--token-file", str(file))
    assert result.exit_code == 1
    assert str(file) in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr
