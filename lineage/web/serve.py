"""Runs the application in this process until it is told to stop."""

import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lineage.web.listener import BACKLOG, open_listener
from lineage.web.options import DEFAULT_BODY_BYTES

logger = logging.getLogger(__name__)


def run(
    app: ASGIApp,
    host: str,
    port: int,
    *,
    grace_seconds: int,
    on_ready: Callable[[int], None],
    on_stop: Callable[[], None] | None = None,
    max_message_bytes: int = DEFAULT_BODY_BYTES,
    ping_seconds: float = 15,
) -> None:
    """Serves `app` on `host` and `port` (0 for a free one) and returns after SIGTERM or SIGINT.

    `on_ready` is called with the port once requests are answered. A signal ends the listening at once; running requests
    have `grace_seconds` to finish and are then cancelled; a second SIGINT does not wait. WebSocket messages above
    `max_message_bytes` close their connection; a WebSocket is pinged every `ping_seconds`. `on_stop` is called when it
    stops, before running requests are waited for: what would run on for ever has to end then.

    Raises CannotListen before anything is started, and whatever the application's start-up raises. Logging is the
    caller's (`configure_logging`).
    """
    listener = open_listener(host, port)
    startup = StartupFailure(app)
    config = uvicorn.Config(
        startup,
        lifespan="on",
        # Named, so that a missing library is an error at the start and not WebSockets that never answer.
        ws="websockets-sansio",
        ws_max_size=max_message_bytes,
        ws_ping_interval=ping_seconds,
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=grace_seconds,
    )
    try:
        Server(config, on_ready, on_stop).run(sockets=[listener])
    except SystemExit:
        if startup.error is None:
            raise
    finally:
        listener.close()
    # Outside of the handler, so that the error keeps the cause that it came with.
    if startup.error is not None:
        raise startup.error


class Server(uvicorn.Server):
    """uvicorn's server, which tells when it is ready and when it stops, and leaves the end of the process to its caller."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[int], None], on_stop: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self.on_ready = on_ready
        self.on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets is not None
        host, port = sockets[0].getsockname()[:2]
        logger.info("listening", extra={"fields": {"host": host, "port": port}})
        self.on_ready(port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.on_stop is not None:
            self.on_stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stops the server at a signal. uvicorn would raise the signal again at the end, which kills the process
        before its caller can put away what it started for it."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class StartupFailure:
    """Wraps an application and keeps what its start-up raised, which uvicorn would turn into log lines and an exit code."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.error: BaseException | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "lifespan.startup.complete"
            if message["type"] == "lifespan.startup.failed":
                message = {"type": "lifespan.startup.failed", "message": ""}
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except BaseException as error:
            if not started:
                self.error = error
            raise
