"""What a client makes of services that are gone, slow, or none."""

from typing import Any

import pytest

from lineage.client import ClientError, LineageClient, Refused, UnexpectedAnswer, Unreachable
from tests.client.loopback import BROKEN, SILENT, answer, closed_port, loopback, refusal

PROVIDERS = answer({"data": {"providers": []}})
NO_THREAD = answer({"data": {"thread": None}})


async def test_a_service_that_is_not_there_is_unreachable() -> None:
    url = f"http://127.0.0.1:{closed_port()}/graphql"
    async with LineageClient(url, repeats=0) as client:
        with pytest.raises(Unreachable, match=f"the service at {url} cannot be reached: ."):
            await client.providers()


async def test_a_service_that_keeps_silent_is_given_up() -> None:
    async with loopback(SILENT) as server, LineageClient(server.url, timeout=0.3) as client:
        with pytest.raises(Unreachable, match=r"did not answer within 0\.3 s"):
            await client.providers()
        assert len(server.bodies) == 1


async def test_a_question_whose_connection_broke_is_asked_again() -> None:
    async with loopback(BROKEN, BROKEN, PROVIDERS) as server, LineageClient(server.url) as client:
        assert await client.providers() == ()
        assert len(server.bodies) == 3


async def test_asking_again_has_an_end() -> None:
    async with loopback(BROKEN) as server, LineageClient(server.url, repeats=1) as client:
        with pytest.raises(Unreachable):
            await client.providers()
        assert len(server.bodies) == 2


async def test_a_command_without_an_id_is_never_sent_twice() -> None:
    async with loopback(BROKEN) as server, LineageClient(server.url) as client:
        with pytest.raises(Unreachable):
            await client.create_thread(title="once")
        assert len(server.bodies) == 1


async def test_a_command_with_an_id_is_sent_again_as_it_was() -> None:
    async with loopback(BROKEN, refusal("CONFLICT", "taken")) as server, LineageClient(server.url) as client:
        with pytest.raises(Refused):
            await client.create_thread(title="twice", command_id="c")
        first, second = server.bodies
        assert first == second
        assert first["variables"] == {"input": {"commandId": "c", "createdBy": "USER", "title": "twice"}}


async def test_what_the_service_refuses_is_not_asked_again() -> None:
    async with loopback(refusal("UNAVAILABLE", "the store is away")) as server, LineageClient(server.url) as client:
        with pytest.raises(Refused, match="UNAVAILABLE: the store is away") as refused:
            await client.providers()
        assert (refused.value.code, refused.value.message, len(server.bodies)) == ("UNAVAILABLE", "the store is away", 1)


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        (answer("<h1>Welcome</h1>"), UnexpectedAnswer, "is no GraphQL API of lineage: it answered with HTTP status 200 and '<h1>Welcome</h1>'"),
        (answer("no such page", "404 Not Found"), UnexpectedAnswer, "HTTP status 404"),
        (answer("moved", "302 Found"), UnexpectedAnswer, "HTTP status 302"),
        (answer("bad gateway", "502 Bad Gateway"), Unreachable, "HTTP status 502"),
        (answer({"errors": [{"message": "Cannot query field"}]}), UnexpectedAnswer, "Cannot query field"),
        (answer({"errors": [{"message": "too large", "extensions": {"code": "BAD_INPUT"}}]}, "413 Content Too Large"), Refused, "too large"),
        (answer({"data": {}}), UnexpectedAnswer, "answered without providers"),
        (answer({"data": {"providers": None}}), UnexpectedAnswer, "at its top: Input should be a valid tuple"),
        (answer({"data": {"providers": [{"kind": 5}]}}), UnexpectedAnswer, r"at 0\.kind: Input should be a valid string"),
        (answer([]), UnexpectedAnswer, "HTTP status 200"),
    ],
)  # fmt: skip
async def test_an_answer_that_is_none_is_told(given: bytes, error: type[ClientError], told: str) -> None:
    async with loopback(given) as server, LineageClient(server.url) as client:
        with pytest.raises(error, match=told):
            await client.providers()


async def test_the_token_goes_with_each_request() -> None:
    async with loopback(NO_THREAD) as server:
        async with LineageClient(server.url, "secret") as client:
            assert await client.thread("T") is None
        async with LineageClient(server.url) as client:
            assert await client.thread("T") is None
        assert [headers.get("authorization") for headers in server.headers] == ["bearer secret", None]


@pytest.mark.parametrize(
    ("url", "given"),
    [
        ("bolt://127.0.0.1:7687", {}),
        ("http://[::1/graphql", {}),
        ("http://127.0.0.1", {"timeout": 0}),
        ("http://127.0.0.1", {"repeats": -1}),
    ],
)
def test_what_cannot_work_is_refused_at_once(url: str, given: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        LineageClient(url, **given)


async def test_what_json_cannot_hold_is_not_sent() -> None:
    async with loopback(NO_THREAD) as server, LineageClient(server.url) as client:
        with pytest.raises(ValueError):
            await client.create_thread(metadata=float("nan"))
        with pytest.raises(TypeError):
            await client.create_thread(metadata=object())
        assert server.bodies == []
