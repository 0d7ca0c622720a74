"""One question or command over HTTP: sent, perhaps sent again, and its answer read."""

import asyncio
from collections.abc import Mapping
from typing import Any, Self, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from lineage.client.documents import document
from lineage.client.errors import Refused, UnexpectedAnswer, Unreachable
from lineage.client.variables import as_variables

A = TypeVar("A")

_FIRST_PAUSE_SECONDS = 0.2
_IDLE_SECONDS = 2.0
"""How long an unused connection is kept: less than the service does, which closes it after 5 s and maybe just as it is used."""
_SHOWN_OF_AN_ANSWER = 200


class Caller:
    """Where the service is, and how it is asked. The methods of the API are in the classes that inherit from this one."""

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 60.0, repeats: int = 2) -> None:
        """url is the service's GraphQL address, such as http://127.0.0.1:8080/graphql; token goes with each request as a bearer token.

        timeout is in seconds, for one whole request. repeats is how often a request whose connection failed is sent again:
        questions, and commands with a command_id. A command without one is never sent twice. ValueError for a url that is
        not one of HTTP, a timeout that is not positive, or repeats below 0.
        """
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the service's url is {url!r}, expected http://… or https://…")
        try:
            httpx.URL(url)
        except httpx.InvalidURL as error:
            raise ValueError(f"the service's url is {url!r}: {error}") from error
        if timeout <= 0 or repeats < 0:
            raise ValueError(f"timeout ({timeout:g}) must be positive, repeats ({repeats}) at least 0")
        self.url = url
        self._timeout = timeout
        self._repeats = repeats
        self._http = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=None,
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=_IDLE_SECONDS),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _ask(self, operation: str, path: str, answer: type[A], /, **given: Any) -> A:
        """The answer to a question; path leads to it from the data, such as thread.runs."""
        return read_as(answer, _followed(path, await self._data(operation, as_variables(given), repeats=self._repeats)))

    async def _find(self, operation: str, path: str, answer: type[A], /, **given: Any) -> A | None:
        """As _ask, but None where there is no such thing."""
        found = _followed(path, await self._data(operation, as_variables(given), repeats=self._repeats))
        return None if found is None else read_as(answer, found)

    async def _command(self, operation: str, payload: type[A], command_id: str | None, /, **given: Any) -> A:
        """A mutation's payload."""
        variables = {"input": as_variables({"command_id": command_id, **given})}
        data = await self._data(operation, variables, repeats=self._repeats if command_id is not None else 0)
        return read_as(payload, _followed(to_camel(operation), data))

    async def _data(self, operation: str, variables: Mapping[str, Any], repeats: int) -> Any:
        pause = _FIRST_PAUSE_SECONDS
        for _ in range(repeats):
            try:
                return await self._sent(operation, variables)
            except _ConnectionFailed:
                await asyncio.sleep(pause)
                pause *= 2
        return await self._sent(operation, variables)

    async def _sent(self, operation: str, variables: Mapping[str, Any]) -> Any:
        request = {"query": document(operation), "variables": variables}
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._http.post(self.url, json=request)
        except TimeoutError:
            raise Unreachable(f"the service at {self.url} did not answer within {self._timeout:g} s") from None
        except httpx.RequestError as error:
            raise _ConnectionFailed(f"the service at {self.url} cannot be reached: {error or type(error).__name__}") from error
        return data_of(response, self.url)


class _ConnectionFailed(Unreachable):
    """The connection was refused or broke, which may be over in a moment."""


def data_of(response: httpx.Response, url: str) -> Any:
    """The data of an answer. Refused, Unreachable or UnexpectedAnswer for one without."""
    try:
        body = response.json()
    except ValueError:
        body = None
    match body:
        case {"errors": [{"message": str(message), "extensions": {"code": str(code)}}, *_]}:
            raise Refused(code, message)
        case {"data": dict(data)} if not body.get("errors"):
            return data
    if response.status_code in (httpx.codes.BAD_GATEWAY, httpx.codes.SERVICE_UNAVAILABLE, httpx.codes.GATEWAY_TIMEOUT):
        raise Unreachable(f"what answers at {url} cannot reach the service: HTTP status {response.status_code}")
    shown = " ".join(response.text.split())[:_SHOWN_OF_AN_ANSWER]
    raise UnexpectedAnswer(f"{url} is no GraphQL API of lineage: it answered with HTTP status {response.status_code} and {shown!r}")


def _followed(path: str, data: Any) -> Any:
    """What is at the end of a path of fields; None as soon as one of them is null."""
    for name in path.split("."):
        if data is None:
            return None
        if name not in data:
            raise UnexpectedAnswer(f"the service answered without {path}")
        data = data[name]
    return data


def read_as(answer: type[A], found: Any) -> A:
    """A part of an answer as one of the models. UnexpectedAnswer when it is not as the model says."""
    try:
        return TypeAdapter(answer).validate_python(found)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnexpectedAnswer(
            f"the service's answer is not as this version expects it, at {place or 'its top'}: {first['msg']}"
        ) from error
