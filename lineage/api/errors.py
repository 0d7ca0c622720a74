"""GraphQL errors with stable codes: what the domain said, what the request got wrong, and faults without their details."""

import logging
import re
from typing import Any

from graphql import GraphQLError
from strawberry.pydantic.error import InputValidationError

from lineage.errors import BadInput, Internal, LineageError, TooComplex

log = logging.getLogger(__name__)

_LIMITS = re.compile(
    r"exceeds maximum operation depth|aliases found\. Allowed|more than \d+ tokens|nested too deeply|Validation aborted"
    r"|Maximum introspection depth"
)
"""The messages of what limits a query: the extensions, and the parser and the validation themselves."""


def code_of(error: GraphQLError) -> str:
    """The stable code of an error."""
    original = error.original_error
    while isinstance(original, GraphQLError) and original.original_error is not None:
        original = original.original_error
    if isinstance(original, LineageError):
        return original.code
    if isinstance(original, InputValidationError):
        return BadInput.code
    if original is None or isinstance(original, GraphQLError):
        return TooComplex.code if _LIMITS.search(error.message) else BadInput.code
    return Internal.code


def with_code(error: GraphQLError) -> dict[str, Any]:
    """An error as it is answered. One that the service did not foresee keeps its details to the log."""
    formatted: dict[str, Any] = dict(error.formatted)
    code = code_of(error)
    if code == Internal.code and not isinstance(error.original_error, LineageError):
        formatted["message"] = "a fault of the service; its log has the details"
    return {**formatted, "extensions": {**(formatted.get("extensions") or {}), "code": code}}


def told(error: GraphQLError) -> GraphQLError:
    """An error as it is answered, for transports that format it themselves."""
    answered = with_code(error)
    return GraphQLError(
        answered["message"],
        error.nodes,
        error.source,
        error.positions,
        error.path,
        original_error=error.original_error,
        extensions=answered["extensions"],
    )


def log_faults(errors: list[GraphQLError]) -> None:
    """Faults of the service go to the log with what caused them; errors that callers are to blame for do not."""
    for error in errors:
        if code_of(error) == Internal.code:
            log.error("a fault at %s", error.path, exc_info=error.original_error)
