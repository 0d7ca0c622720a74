"""A model server on loopback that speaks to the agent programs as their providers do, and remembers what it was asked.

It stands for what cannot be had in a test, a paid model; the programs that ask it are real. Each protocol has a module
with a `Protocol`: the path that is posted to, how a request is read, and how an answer is streamed.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from lineage.web.listener import open_listener


@dataclass(frozen=True)
class Asked:
    """One request for an answer of the model.

    conversation are the texts of user and assistant messages, in order, the newest last; beside are all other texts that the
    model is given (system and developer texts, wherever they stand); body is the request as it came.
    """

    protocol: str
    conversation: tuple[str, ...]
    beside: tuple[str, ...]
    body: dict[str, Any]
    order: tuple[tuple[str, str], ...] = ()
    """Everything in the order in which the model reads it, as (role, text)."""


@dataclass(frozen=True)
class Text:
    """The model answers this."""

    text: str


@dataclass(frozen=True)
class Tool:
    """The model asks for a tool, by the name and arguments that the program knows."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Fail:
    """The endpoint answers with this HTTP status."""

    status: int = 500


@dataclass(frozen=True)
class Hang:
    """The endpoint never answers."""


Reply = Text | Tool | Fail | Hang


@dataclass(frozen=True)
class Protocol:
    """How one kind of endpoint is spoken to: the path, how a request's body is read, and the server-sent events of an answer."""

    path: str
    read: Callable[[dict[str, Any]], Asked]
    stream: Callable[[Text | Tool, dict[str, Any]], AsyncIterator[str]]
    also: tuple[Route, ...] = ()
    """Further routes that programs of this protocol look at."""


@dataclass
class ModelServer:
    """The running server. reply decides each answer; asked holds all requests so far; calls may come from another thread."""

    base: str
    reply: Callable[[Asked], Reply] = lambda _: Text("done")
    asked: list[Asked] = field(default_factory=list)

    def last(self) -> Asked:
        return self.asked[-1]


@contextmanager
def serving_models(*protocols: Protocol) -> Iterator[ModelServer]:
    """Answers until the block ends, on a free port of loopback."""
    listener = open_listener("127.0.0.1", 0)
    models = ModelServer(f"http://127.0.0.1:{listener.getsockname()[1]}")
    stopping = asyncio.Event()
    routes = [Route(protocol.path, _endpoint(models, protocol, stopping), methods=["POST"]) for protocol in protocols]
    app = Starlette(routes=[*routes, *(route for protocol in protocols for route in protocol.also)])
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve(sockets=[listener])), name="models", daemon=True)
    thread.start()
    try:
        yield models
    finally:
        loop.call_soon_threadsafe(stopping.set)
        server.should_exit = True
        thread.join(timeout=20)
        listener.close()
        loop.close()


def _endpoint(models: ModelServer, protocol: Protocol, stopping: asyncio.Event) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        body = await request.json()
        asked = protocol.read(body)
        models.asked.append(asked)
        match models.reply(asked):
            case Fail(status):
                return JSONResponse({"error": {"type": "server_error", "message": "the test wants this to fail"}}, status)
            case Hang():
                await stopping.wait()
                return JSONResponse({"error": {"type": "server_error", "message": "the test is over"}}, 503)
            case reply:
                return StreamingResponse(protocol.stream(reply, body), media_type="text/event-stream")

    return answer
