"""The Messages protocol, POST /v1/messages with server-sent events, as Claude Code asks it."""

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.agents.models.server import Asked, Protocol, Text, Tool

REMINDER = "<system-reminder>"
"""How texts of the program begin that stand in the user's messages but do not come from the user."""


def read(body: dict[str, Any]) -> Asked:
    """The system texts and the program's reminders are beside the conversation; tool calls and their results are left out."""
    order = [("system", text) for text in _texts(body.get("system", []))]
    for message in body["messages"]:
        for text in _texts(message["content"]):
            order.append(("system" if text.lstrip().startswith(REMINDER) else message["role"], text))
    return Asked(
        "messages",
        tuple(text for role, text in order if role in ("user", "assistant")),
        tuple(text for role, text in order if role not in ("user", "assistant")),
        body,
        tuple(order),
    )


def _texts(content: str | list[dict[str, Any]]) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [block["text"] for block in content if block["type"] == "text"]


async def stream(reply: Text | Tool, body: dict[str, Any]) -> AsyncIterator[str]:
    """The events of one answer: one text block in several pieces, or one call of a tool."""
    match reply:
        case Text(text):
            block: dict[str, Any] = {"type": "text", "text": ""}
            pieces = [{"type": "text_delta", "text": text[at : at + 20]} for at in range(0, len(text), 20)]
            stopped = "end_turn"
        case Tool(name, arguments):
            block = {"type": "tool_use", "id": f"toolu_{uuid4().hex}", "name": name, "input": {}}
            pieces = [{"type": "input_json_delta", "partial_json": json.dumps(arguments)}]
            stopped = "tool_use"
    message = {
        "id": f"msg_{uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    yield _event("message_start", message=message)
    yield _event("content_block_start", index=0, content_block=block)
    for piece in pieces:
        yield _event("content_block_delta", index=0, delta=piece)
    yield _event("content_block_stop", index=0)
    yield _event("message_delta", delta={"stop_reason": stopped, "stop_sequence": None}, usage={"output_tokens": 1})
    yield _event("message_stop")


def _event(kind: str, **fields: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n"


async def _counted(request: Request) -> Response:
    await request.body()
    return JSONResponse({"input_tokens": 1})


async def _nothing(request: Request) -> Response:
    return Response()


PROTOCOL = Protocol(
    "/v1/messages",
    read,
    stream,
    (Route("/v1/messages/count_tokens", _counted, methods=["POST"]), Route("/", _nothing, methods=["GET", "HEAD"])),
)
