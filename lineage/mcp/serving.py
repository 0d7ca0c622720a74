"""How the server is reached: over the standard streams of its process, or over HTTP."""

from collections.abc import Callable, Sequence

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from lineage.web.serve import run

PATH = "/mcp"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_GRACE_SECONDS = 5


def serve_stdio(server: MCPServer[None]) -> None:
    """Answers on standard output what comes on standard input, until that ends."""
    server.run("stdio")


def serve_http(server: MCPServer[None], host: str, port: int, names: Sequence[str], on_ready: Callable[[int], None]) -> None:
    """Answers streamable HTTP at /mcp until a signal. Raises CannotListen. on_ready is told the port."""
    run(http_app(server, host, names), host, port, grace_seconds=_GRACE_SECONDS, on_ready=on_ready)


def http_app(server: MCPServer[None], host: str, names: Sequence[str] = ()) -> Starlette:
    """The server as an application. It answers only requests whose Host, and whose Origin where there is one, name this machine's
    loopback, the host that it listens on, or one of names; so that no web page can reach it under a name of its own."""
    known = [*_LOOPBACK, f"[{host}]" if ":" in host else host, *names]
    security = TransportSecuritySettings(
        allowed_hosts=[form for name in known for form in (name, f"{name}:*")],
        allowed_origins=[form for name in known for scheme in ("http", "https") for form in (f"{scheme}://{name}", f"{scheme}://{name}:*")],
    )
    # Each request stands alone: the tools keep nothing between two of them.
    return server.streamable_http_app(
        streamable_http_path=PATH, stateless_http=True, json_response=True, transport_security=security, host=host
    )
