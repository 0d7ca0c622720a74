"""Says what is wrong with a GraphQL request that is not one, before any of its GraphQL is looked at."""

import json
from collections.abc import Mapping
from typing import Any


def malformation_of_post(content_type: str, body: bytes | None) -> str | None:
    """What a POST lacks to be a GraphQL request, in words for its sender; None when nothing is found.

    Without a body, because it was not read, only the content type is judged.
    """
    if content_type.partition(";")[0].strip().lower() != "application/json":
        return f"the content type is {content_type or 'missing'}; expected application/json"
    if body is None:
        return None
    if not body.strip():
        return "the body is empty; expected a JSON object with a query"
    parsed, problem = _parse(body, "the body")
    if problem is not None:
        return problem
    operations = parsed if isinstance(parsed, list) else [parsed]
    return next((problem for operation in operations if (problem := _malformation_of_operation(operation))), None)


def is_batch(body: bytes) -> bool:
    """Whether a body is a list of operations, each of which would be one by itself."""
    parsed, _ = _parse(body, "the body")
    return isinstance(parsed, list) and bool(parsed) and not any(map(_malformation_of_operation, parsed))


def malformation_of_get(parameters: Mapping[str, str]) -> str | None:
    """The same for the query string of a GET request."""
    operation: dict[str, Any] = dict(parameters)
    for name in ("variables", "extensions"):
        if name in operation:
            operation[name], problem = _parse(operation[name], f"the parameter {name}")
            if problem is not None:
                return problem
    return _malformation_of_operation(operation)


def _parse(text: str | bytes, place: str) -> tuple[Any, str | None]:
    try:
        return json.loads(text), None
    except UnicodeDecodeError as error:
        return None, f"{place} is not UTF-8 text: {error.reason} at byte {error.start}"
    except json.JSONDecodeError as error:
        return None, f"{place} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        return None, f"{place} is nested too deeply"
    except ValueError:
        return None, f"{place} holds a number with too many digits"


def _malformation_of_operation(operation: Any) -> str | None:
    if not isinstance(operation, dict):
        return f"the body is {_kind(operation)}; expected a JSON object with a query"
    query = operation.get("query")
    if query is None:
        return "the request has no query"
    if not isinstance(query, str):
        return f"query is {_kind(query)}; expected a string"
    if not query.strip():
        return "the query is empty"
    for name, expected, words in (
        ("variables", dict, "an object"),
        ("operationName", str, "a string"),
        ("extensions", dict, "an object"),
    ):
        value = operation.get(name)
        if value is not None and not isinstance(value, expected):
            return f"{name} is {_kind(value)}; expected {words}"
    return None


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list):
        return "an array"
    return "an object" if isinstance(value, dict) else "a number"
