"""The same over standard streams and over HTTP; who may ask over HTTP; and what happens while the service is away."""

import subprocess
from collections.abc import Iterator

import httpx
import pytest
from typer.testing import CliRunner

from lineage.cli import app
from tests.client.loopback import closed_port
from tests.mcp.serving import COMMAND, agent, over_http, over_stdio
from tests.mcp.test_tools import TOOLS
from tests.running import RunningService

CALLS = (
    ("find_threads", {"title_contains": "two agents"}),
    ("show_thread", {"thread_id": "demo"}),
    ("list_runs", {"thread_id": "demo", "first": 3}),
    ("explain_start", {"thread_id": "demo", "provider": "claude"}),
    ("rollback_impact", {"thread_id": "demo", "to_ordinal": 4}),
    ("run_provenance", {"run_id": "demo-run-9", "first": 3}),
    ("fork_tree", {"thread_id": "demo"}),
    ("show_thread", {"thread_id": "nowhere"}),
)
PING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPT = {"Accept": "application/json, text/event-stream"}


async def test_standard_streams_answer_what_http_does(address: str, asked: RunningService) -> None:
    async with agent(over_stdio("--url", asked.url, "--max-chars", "8000")) as one, agent(address) as other:
        assert {tool.name for tool in (await one.client.list_tools()).tools} == TOOLS
        _, thread = await one.ask("show_thread", thread_id="demo")
        coverage = ("session_coverage", {"provider_thread_id": thread["sessions"][0]["provider_thread_id"]})
        for tool, arguments in (*CALLS, coverage):
            assert await one.call(tool, **arguments) == await other.call(tool, **arguments), tool


async def test_clients_of_the_earlier_protocol_are_answered(address: str, asked: RunningService) -> None:
    for server in (address, over_stdio("--url", asked.url)):
        async with agent(server, mode="legacy") as asking:
            _, thread = await asking.ask("show_thread", thread_id="demo")
            assert thread["head_ordinal"] == 9


async def test_a_service_that_is_away_is_told_and_may_come_back() -> None:
    url = f"http://127.0.0.1:{closed_port()}/graphql"
    async with agent(over_stdio("--url", url)) as asking:
        told = await asking.refusal("show_thread", thread_id="demo")
        assert f"UNREACHABLE: the service at {url} cannot be reached" in told
        assert {tool.name for tool in (await asking.client.list_tools()).tools} == TOOLS


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=60, headers=ACCEPT) as client:
        yield client


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:8081"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8081"}, 421),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_only_pages_and_names_of_this_machine_may_ask(http: httpx.Client, address: str, headers: dict[str, str], status: int) -> None:
    assert http.post(address, json=PING, headers=headers).status_code == status


def test_further_names_may_be_allowed(http: httpx.Client, asked: RunningService) -> None:
    with over_http("--url", asked.url, "--allow-host", "lineage.internal") as address:
        assert http.post(address, json=PING, headers={"Host": "lineage.internal"}).status_code == 200
        assert (
            http.post(address, json=PING, headers={"Host": "lineage.internal:8081", "Origin": "https://lineage.internal"}).status_code
            == 200
        )
        assert http.post(address, json=PING, headers={"Host": "other.internal"}).status_code == 421


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        (["--http", "--port", "PORT"], 1, "lineage: port PORT on 127.0.0.1 is in use by another program; choose another port, or 0 for any free one\n"),
        (["--http", "--host", "192.0.2.1"], 1, "lineage: lineage mcp asks nobody for credentials, so it listens on loopback only, not on 192.0.2.1"),
        (["--url", "bolt://127.0.0.1"], 1, "lineage: setting url: String should match pattern '^https?://'\n"),
        (["--max-chars", "100"], 2, "Input should be greater than or equal to 8000"),
    ],
)  # fmt: skip
def test_what_cannot_be_served_is_told(address: str, options: list[str], status: int, told: str) -> None:
    port = address.split(":")[2].split("/")[0]
    done = CliRunner().invoke(app, ["mcp", *(option.replace("PORT", port) for option in options)])
    assert done.exit_code == status
    assert told.replace("PORT", port) in done.stderr


def test_the_end_of_standard_input_ends_it(asked: RunningService) -> None:
    options = ["--url", asked.url]
    done = subprocess.run([*COMMAND, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
