"""What the operator may set about the HTTP side of the service."""

from dataclasses import dataclass

DEFAULT_BODY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class WebOptions:
    """Settings of the HTTP application. The defaults are those of a service on loopback."""

    max_body_bytes: int = DEFAULT_BODY_BYTES
    """A request body above this many bytes is answered with 413."""

    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the API from a browser, such as `https://tools.example`; empty switches CORS off."""

    allowed_hosts: tuple[str, ...] = ()
    """Names beside those of loopback that the service may be called by while nobody asks for credentials."""

    gzip_minimum_bytes: int = 1024
    """Responses of at least this many bytes are compressed for clients that accept gzip."""

    graphiql: bool = True
    """Whether GET /graphql shows GraphiQL to a browser."""

    request_log: bool = True
    """Whether each request leaves one line in the log."""

    concurrent_requests: int = 100
    """Requests to /graphql and /export that are worked on at a time."""

    waiting_requests: int = 1000
    """Further ones that wait for that; still more are answered with 503."""

    waiting_seconds: float = 10
    """How long one waits for that before it is answered with 503."""

    request_seconds: float = 60
    """A request without an answer after this time is answered with 504."""
