"""Requests as careless or hostile clients send them: any JSON, NaN and lone surrogates included."""

import json
from typing import Any, NamedTuple

import httpx

from tests.running import RunningService

CLIENT = httpx.Client(headers={"Content-Type": "application/json"}, timeout=120)
"""One for all requests: making one takes longer than a request."""


class Refusal(NamedTuple):
    """An error that was answered."""

    code: str
    message: str


def post(service: RunningService, body: str | bytes) -> httpx.Response:
    content = body.encode() if isinstance(body, str) else body
    return CLIENT.post(service.url, content=content)


def ask(service: RunningService, query: str, **variables: Any) -> Any:
    """The answer to a query, errors and all. It has to be strict JSON."""
    answer = post(service, json.dumps({"query": query, "variables": variables}))
    return json.loads(answer.content, parse_constant=_no_json)


def refusal(service: RunningService, query: str, **variables: Any) -> Refusal | None:
    """The first error of an answer; None for an answer without any."""
    return refusal_in(ask(service, query, **variables))


def refusal_of(service: RunningService, operation: str, selection: str, input_type: str, given: Any) -> Refusal | None:
    """The first error of a mutation; None when it was carried out."""
    return refusal(service, f"mutation($input: {input_type}!) {{ {operation}(input: $input) {{ {selection} }} }}", input=given)


def refusal_in(answer: Any) -> Refusal | None:
    if not answer.get("errors"):
        return None
    first = answer["errors"][0]
    return Refusal(first["extensions"]["code"], first["message"])


def _no_json(constant: str) -> None:
    raise AssertionError(f"{constant} in an answer is no JSON")
