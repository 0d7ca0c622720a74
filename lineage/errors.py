"""Every error that a caller can meet, each with its stable code (design 8).

LineageError
├── BadInput            BAD_INPUT           the input is wrong by itself or names what does not belong together
├── NotFound            NOT_FOUND           an id is unknown in this workspace
├── Gone                GONE                what an id named was pruned
├── Conflict            CONFLICT            an id or commandId is taken, or a version is stale
├── InvalidTransition   INVALID_TRANSITION  the thing is not in a state that allows this
├── ActiveRun           ACTIVE_RUN          the thread has a PREPARING or RUNNING run
├── UnstableSource      UNSTABLE_SOURCE     there is nothing stable to take over
├── RolledBackSource    ROLLED_BACK_SOURCE  the source was rolled back
├── Unsupported         UNSUPPORTED         no safe way to give the provider its context
├── Unauthenticated     UNAUTHENTICATED     no valid credentials were given
├── Forbidden           FORBIDDEN           the credentials do not allow this
├── RateLimited         RATE_LIMITED        the credentials' requests come faster than they may
├── TooComplex          TOO_COMPLEX         the request is larger than its limits
├── PersistedQueryNotFound  PERSISTED_QUERY_NOT_FOUND  the service has no document of the hash
├── TooSlow             TOO_SLOW            a subscription's client does not keep up
├── Timeout             TIMEOUT             the time for the request ran out
├── Unavailable         UNAVAILABLE         the store cannot be reached
└── Internal            INTERNAL            a fault of the service
"""

from typing import ClassVar


class LineageError(Exception):
    """Something that the caller is told by a stable code and a message that names what was wrong and what was expected."""

    code: ClassVar[str] = "INTERNAL"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadInput(LineageError):
    code = "BAD_INPUT"


class NotFound(LineageError):
    code = "NOT_FOUND"


class Gone(LineageError):
    code = "GONE"


class Conflict(LineageError):
    code = "CONFLICT"


class InvalidTransition(LineageError):
    code = "INVALID_TRANSITION"


class ActiveRun(LineageError):
    code = "ACTIVE_RUN"


class UnstableSource(LineageError):
    code = "UNSTABLE_SOURCE"


class RolledBackSource(LineageError):
    code = "ROLLED_BACK_SOURCE"


class Unsupported(LineageError):
    code = "UNSUPPORTED"


class Unauthenticated(LineageError):
    code = "UNAUTHENTICATED"


class Forbidden(LineageError):
    code = "FORBIDDEN"


class RateLimited(LineageError):
    """retry_after is in how many seconds the next request may come."""

    code = "RATE_LIMITED"

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class TooComplex(LineageError):
    code = "TOO_COMPLEX"


class PersistedQueryNotFound(LineageError):
    """The document is to be sent with its hash once more."""

    code = "PERSISTED_QUERY_NOT_FOUND"


class TooSlow(LineageError):
    code = "TOO_SLOW"


class Timeout(LineageError):
    code = "TIMEOUT"


class Unavailable(LineageError):
    code = "UNAVAILABLE"


class Internal(LineageError):
    code = "INTERNAL"
