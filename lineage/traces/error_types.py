"""What spans tell of an error: a code or a kind, never its message, which may hold what somebody wrote."""

import asyncio

from neo4j.exceptions import DriverError, Neo4jError

from lineage.errors import LineageError


def error_type(error: BaseException) -> str | None:
    """The service's code, Neo4j's code, or the kind of a lost connection or of work that was given up; None for what is none of these."""
    if isinstance(error, LineageError):
        return error.code
    if isinstance(error, Neo4jError) and error.code is not None:
        return error.code
    if isinstance(error, DriverError | OSError | asyncio.CancelledError):
        return type(error).__name__
    return None
