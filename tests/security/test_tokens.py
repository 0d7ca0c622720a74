"""Tokens: made, listed and revoked by `lineage token`, kept as digests, and no longer good than they are to be."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from click.testing import Result
from neo4j import GraphDatabase
from typer.testing import CliRunner

from lineage.auth.principal import Scope
from lineage.auth.tokens import Token, new_token, token_of
from lineage.cli import app
from tests.running import Neo4jAddress, RunningService, fresh
from tests.security.conftest import REVOCATION_SECONDS, Made, bearer, code_of

Lineage = Callable[..., Any]


@pytest.fixture
def lineage(guarded: RunningService, neo4j_address: Neo4jAddress) -> Callable[..., Result]:
    """Runs `lineage token …` on the service's store and workspace."""
    environment = {
        "NEO4J_URI": neo4j_address.uri,
        "NEO4J_USERNAME": neo4j_address.username,
        "NEO4J_PASSWORD": neo4j_address.password,
        "LINEAGE_WORKSPACE": guarded.service.settings.workspace,
        "LINEAGE_QUERY_TIMEOUT_SECONDS": "60",
    }
    return lambda *arguments: CliRunner().invoke(app, ["token", *arguments], env=environment)


def status(guarded: RunningService, http: httpx.Client, token: Token | str) -> int:
    return http.post(guarded.url, json={"query": "{ threads { totalCount } }"}, headers=bearer(token)).status_code


def until_refused(guarded: RunningService, http: httpx.Client, token: Token | str) -> float:
    """In how many seconds a token ends."""
    began = time.monotonic()
    while status(guarded, http, token) == 200:
        assert time.monotonic() - began < 30
        time.sleep(0.05)
    return time.monotonic() - began


def test_a_token_is_made_used_listed_and_revoked_by_the_command_line(guarded: RunningService, lineage: Lineage, http: httpx.Client) -> None:
    name = fresh("of the command line")
    made = lineage("create", name, "--scope", "read", "--scope", "write", "--expires", "2h")
    assert made.exit_code == 0, made.output
    token = token_of(made.stdout.strip())
    assert token is not None
    assert status(guarded, http, token) == 200
    (listed,) = [found for found in json.loads(lineage("list", "--json").stdout) if found["id"] == token.id]
    assert (listed["name"], listed["scopes"], listed["state"], listed["revokedAt"]) == (name, ["read", "write"], "active", None)
    assert token.id in lineage("list").stdout
    assert token.secret not in lineage("list").stdout + lineage("list", "--json").stdout
    assert lineage("revoke", token.id).exit_code == 0
    until_refused(guarded, http, token)
    (listed,) = [found for found in json.loads(lineage("list", "--json").stdout) if found["id"] == token.id]
    assert listed["state"] == "revoked"
    again = lineage("revoke", token.id)
    assert again.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("revoke", "aaaaaaaaaaaa"), "token 'aaaaaaaaaaaa' is not known in workspace"),
        (("create", "x", "--expires", "soon"), "expected such as 30m, 12h or 90d"),
        (("create", "x", "--expires", "2030-01-31T12:00"), "a time with its zone"),
        (("create", "x", "--expires", "2001-01-31T12:00Z"), "which is over"),
        (("create", "two\nlines"), "printable characters"),
        (("create", "x" * 101), "printable characters"),
    ],
)
def test_what_cannot_be_done_is_told(lineage: Lineage, arguments: tuple[str, ...], words: str) -> None:
    result = lineage(*arguments)
    assert result.exit_code == 1
    assert words in result.stderr


def test_a_token_belongs_to_the_workspace_that_it_was_made_in_alone(guarded: RunningService, lineage: Lineage, made: Made) -> None:
    foreign = made(workspace=fresh("workspace"))
    assert foreign.id not in lineage("list").stdout
    assert lineage("revoke", foreign.id).exit_code == 1


def test_the_store_holds_no_secret(guarded: RunningService, made: Made, neo4j_address: Neo4jAddress) -> None:
    token = made()
    with GraphDatabase.driver(neo4j_address.uri, auth=(neo4j_address.username, neo4j_address.password)) as driver:
        text = "MATCH (t:AccessToken {id: $id}) RETURN properties(t) AS kept"
        (row,) = driver.execute_query(text, id=token.id, database_="neo4j").records
    assert token.secret not in str(row["kept"])
    assert "digest" in row["kept"]


def test_a_right_id_with_a_wrong_secret_is_refused_as_an_unknown_one(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    token, other = made(), new_token()
    answers = [
        http.post(guarded.url, json={"query": "{ providers { kind } }"}, headers=bearer(text)).json()
        for text in (Token(token.id, other.secret), other)
    ]
    assert answers[0] == answers[1]
    assert answers[0]["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


def test_a_token_ends_by_itself(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    token = made(expires_at=datetime.now(UTC) + timedelta(seconds=1.5))
    assert status(guarded, http, token) == 200
    until_refused(guarded, http, token)
    answer = http.post(guarded.url, json={"query": "{ providers { kind } }"}, headers=bearer(token))
    assert (answer.status_code, code_of(answer)) == (401, "UNAUTHENTICATED")
    assert f"token {token.id} is expired" in answer.json()["errors"][0]["message"]


def test_a_revoked_token_is_good_for_no_longer_than_is_promised(
    guarded: RunningService, lineage: Lineage, made: Made, http: httpx.Client
) -> None:
    token = made()
    assert status(guarded, http, token) == 200
    assert lineage("revoke", token.id).exit_code == 0
    # Requests of a busy machine take their time; what counts is that it does not go on.
    assert until_refused(guarded, http, token) < REVOCATION_SECONDS + 5


def test_when_a_token_was_used_is_kept_and_not_by_each_request(
    guarded: RunningService, lineage: Lineage, made: Made, http: httpx.Client
) -> None:
    token = made()

    def last_used() -> str | None:
        return next(found["lastUsedAt"] for found in json.loads(lineage("list", "--json").stdout) if found["id"] == token.id)

    assert last_used() is None
    assert status(guarded, http, token) == 200
    deadline = time.monotonic() + 30
    while (first := last_used()) is None:
        assert time.monotonic() < deadline
    before = guarded.service.store.round_trips
    for _ in range(10):
        assert status(guarded, http, token) == 200
    asked = guarded.service.store.round_trips - before
    # Each request asks one question; the token is looked up again once in half of the time that a revocation may take.
    assert asked < 20
    assert last_used() == first


def test_scopes_are_as_they_were_given(guarded: RunningService, made: Made, http: httpx.Client) -> None:
    thread = {"query": "mutation { createThread(input: {}) { thread { id } } }"}
    for scope, expected in ((Scope.READ, "FORBIDDEN"), (Scope.WRITE, None), (Scope.ADMIN, None)):
        answer = http.post(guarded.url, json=thread, headers=bearer(made(scope)))
        assert (code_of(answer) if "errors" in answer.json() else None) == expected
