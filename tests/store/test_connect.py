"""Opening a Neo4j: what is too old, what does not answer and what refuses the credentials is told by name."""

import socket

import pytest

from lineage.errors import Unavailable, Unsupported
from lineage.store.connect import connect, version_of
from tests.running import Neo4jAddress
from tests.store.bolt_greeting import greeting


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("5.26.20", (5, 26)),
        ("5.26-aura", (5, 26)),
        ("5.27.0-2025040", (5, 27)),
        ("2026.09.0", (2026, 9)),
        ("4.4.38", (4, 4)),
        ("5", (5, 0)),
        ("5.26", (5, 26)),
    ],
)
def test_the_first_two_numbers_of_a_version(text: str, version: tuple[int, int]) -> None:
    assert version_of(text) == version


@pytest.mark.parametrize("version", ["5.25.1", "5.9.0", "4.4.38"])
async def test_an_old_server_is_refused_by_name(version: str) -> None:
    with greeting(f"Neo4j/{version}") as uri, pytest.raises(Unsupported, match=rf"Neo4j {version} is too old: 5\.26 or newer is needed"):
        await connect(uri, "neo4j", "", "neo4j", wait_seconds=5)


@pytest.mark.parametrize("version", ["5.26.0", "5.26.20", "2025.01.0", "2026.09.0"])
async def test_a_newer_one_is_taken(version: str) -> None:
    with greeting(f"Neo4j/{version}") as uri:
        await (await connect(uri, "neo4j", "", "neo4j", wait_seconds=5)).close()


async def test_something_that_speaks_another_protocol_is_told() -> None:
    with greeting("Neo4j/3.5.0", bolt=bytes(4)) as uri, pytest.raises(Unsupported, match=f"the server at {uri} is not Neo4j 5.26 or newer"):
        await connect(uri, "neo4j", "", "neo4j", wait_seconds=5)


async def test_a_server_that_does_not_answer_is_waited_for_with_a_message_and_then_given_up() -> None:
    told: list[str] = []
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        uri = f"bolt://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(Unavailable, match=f"Neo4j at {uri} did not answer within 1 seconds"):
            await connect(uri, "neo4j", "", "neo4j", wait_seconds=1, say=told.append)
    assert told == [f"waiting for Neo4j at {uri} (up to 1 seconds)"]


async def test_wrong_credentials_are_told_at_once(neo4j_address: Neo4jAddress) -> None:
    with pytest.raises(Unavailable, match="refuses the credentials"):
        await connect(neo4j_address.uri, neo4j_address.username, "wrong", "neo4j", wait_seconds=60)
