"""The Responses endpoint, which Codex asks."""

import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

from tests.agents.models.server import Asked, Protocol, Text, Tool

_numbers = itertools.count(1)


def _read(body: dict[str, Any]) -> Asked:
    """Instructions come first in what the model reads, then the input's items in their order."""
    order = [("instructions", body.get("instructions") or "")]
    for item in body["input"]:
        if item["type"] == "message":
            order.append((item["role"], "\n".join(part.get("text", "") for part in item["content"])))
        else:
            order.append((item["type"], json.dumps(item)))
    conversation = tuple(text for role, text in order if role in ("user", "assistant"))
    beside = tuple(text for role, text in order if role not in ("user", "assistant"))
    return Asked("responses", conversation, beside, body, tuple(order))


async def _stream(reply: Text | Tool, body: dict[str, Any]) -> AsyncIterator[str]:
    number = next(_numbers)
    answer = f"resp_{number}"
    yield _event("response.created", response={"id": answer})
    match reply:
        case Text(text):
            item = {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": [{"type": "output_text", "text": text}]}
            yield _event("response.output_item.added", output_index=0, item={**item, "content": []})
            half = len(text) // 2
            for piece in (text[:half], text[half:]):
                yield _event("response.output_text.delta", item_id=item["id"], output_index=0, content_index=0, delta=piece)
        case Tool(name, arguments):
            call = f"call_{number}"
            item = {"type": "function_call", "id": f"fc_{number}", "call_id": call, "name": name, "arguments": json.dumps(arguments)}
            yield _event("response.output_item.added", output_index=0, item=item)
    yield _event("response.output_item.done", output_index=0, item=item)
    usage = {
        "input_tokens": 10,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 15,
    }
    yield _event("response.completed", response={"id": answer, "output": [item], "usage": usage})


def _event(kind: str, **fields: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n"


PROTOCOL = Protocol("/v1/responses", _read, _stream)
