"""Chat completions, as OpenAI-compatible endpoints stream them: what OpenCode and the openai-compatible adapter ask for."""

import json
from collections.abc import AsyncIterator
from typing import Any

from tests.agents.models.server import Asked, Protocol, Text, Tool

IN_CONVERSATION = ("user", "assistant")


def read(body: dict[str, Any]) -> Asked:
    """A message without text, as an assistant's that only calls tools, is no part of the conversation; tools' results stand beside."""
    order = tuple((message["role"], text) for message in body["messages"] if (text := _text(message.get("content"))))
    return Asked(
        "completions",
        tuple(text for role, text in order if role in IN_CONVERSATION),
        tuple(text for role, text in order if role not in IN_CONVERSATION),
        body,
        order,
    )


def _text(content: str | list[dict[str, Any]] | None) -> str:
    if isinstance(content, list):
        return "\n".join(part["text"] for part in content if part["type"] == "text")
    return content or ""


async def stream(reply: Text | Tool, body: dict[str, Any]) -> AsyncIterator[str]:
    """The answer in two pieces, so that whoever reads it has to put it together."""
    yield _chunk(body, {"role": "assistant", "content": ""})
    if isinstance(reply, Text):
        half = len(reply.text) // 2
        yield _chunk(body, {"content": reply.text[:half]})
        yield _chunk(body, {"content": reply.text[half:]})
    else:
        function = {"name": reply.name, "arguments": json.dumps(reply.arguments)}
        yield _chunk(body, {"tool_calls": [{"index": 0, "id": f"call-{len(body['messages'])}", "type": "function", "function": function}]})
    yield _chunk(body, {}, finish_reason="stop" if isinstance(reply, Text) else "tool_calls")
    yield "data: [DONE]\n\n"


def _chunk(body: dict[str, Any], delta: dict[str, Any], finish_reason: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15} if finish_reason else None
    chunk = {"id": "answer", "object": "chat.completion.chunk", "created": 1, "model": body["model"], "choices": [choice], "usage": usage}
    return f"data: {json.dumps(chunk)}\n\n"


PROTOCOL = Protocol("/v1/chat/completions", read, stream)
