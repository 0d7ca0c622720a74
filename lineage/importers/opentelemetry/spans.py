"""The spans of a file that are about agents: what of them has to be at hand, and the rest in a temporary file."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import orjson

from lineage.importers.loose import Json, mapping, mappings, number, sequence, text
from lineage.importers.once import ToldOnce
from lineage.importers.opentelemetry.attributes import attributes_of
from lineage.importers.opentelemetry.requests import hex_id, spans_in
from lineage.importers.report import FaultKind

Operation = Literal["agent", "workflow", "chat", "tool"]
_OPERATIONS: dict[str, Operation] = {
    "invoke_agent": "agent",
    "invoke_workflow": "workflow",
    "chat": "chat",
    "text_completion": "chat",
    "generate_content": "chat",
    "execute_tool": "tool",
}
_BESIDE = frozenset({"create_agent", "embeddings", "retrieval", "plan"})
"""Operations that are no turns, and tell nothing that a turn item could hold."""
_CALLS_TOOLS = frozenset({"tool_call", "tool_calls", "tool_use", "function_call"})


@dataclass(slots=True)
class Span:
    """A span. Times are nanoseconds since 1970; end is 0 where there is none. offset and size say where its content is."""

    key: str
    trace: str
    id: str
    parent: str | None
    operation: Operation
    start: int
    end: int
    place: int
    offset: int
    size: int
    agent_name: str | None = None
    agent_id: str | None = None
    provider: str | None = None
    model: str | None = None
    conversation: str | None = None
    session: str | None = None
    passes_control_to: str | None = None
    calls_tools: bool = False
    answers_tools: bool = False

    @property
    def order(self) -> tuple[int, int]:
        """By start, because spans are written when they end."""
        return self.start, self.place

    @property
    def agent(self) -> str | None:
        return self.agent_name or self.agent_id


class Spans:
    """All spans of a file. links has the parents of those that are not about agents but stand between others."""

    def __init__(self, path: Path, tell: ToldOnce) -> None:
        self.known: dict[str, Span] = {}
        self.links: dict[str, str | None] = {}
        self.service: str | None = None
        self._tell = tell
        self._contents = tempfile.TemporaryFile(prefix="lineage-import-")  # noqa: SIM115 (close closes it)
        self._written = 0
        self._time = 0
        for span, resource, place in spans_in(path, tell):
            self._take(span, resource, place)

    def content(self, span: Span) -> Json:
        """attributes, events (name and attributes) and status of a span."""
        self._contents.seek(span.offset)
        return mapping(orjson.loads(self._contents.read(span.size)))

    def close(self) -> None:
        self._contents.close()

    def _take(self, told: Json, resource: Json, place: int) -> None:
        trace, own = hex_id(told.get("traceId") or told.get("trace_id")), hex_id(told.get("spanId") or told.get("span_id"))
        if trace is None or own is None:
            self._tell(FaultKind.NOT_READABLE, "a span without the ids of its trace and its own", place)
            return
        key, parent_id = f"{trace}:{own}", hex_id(told.get("parentSpanId") or told.get("parent_span_id"))
        parent = f"{trace}:{parent_id}" if parent_id else None
        attributes = attributes_of(told.get("attributes"))
        operation = self._operation(attributes, place)
        if operation is None:
            self.links.setdefault(key, parent)
            return
        start, end = self._times(told, place)
        if (before := self.known.get(key)) is not None:
            if (before.parent, before.operation, before.start, before.end) != (parent, operation, start, end):
                self._tell(FaultKind.REPEATED_ID, "two spans with the same id", place)
            return
        self.service = self.service or text(resource.get("service.name"))
        offset, size = self._keep(told, attributes)
        span = Span(key, sys.intern(trace), own, parent, operation, start, end, place, offset, size)
        _describe(span, attributes, resource)
        self.known[key] = span

    def _operation(self, attributes: Json, place: int) -> Operation | None:
        name = text(attributes.get("gen_ai.operation.name"))
        if name is None:
            return _guessed(attributes)
        if name not in _OPERATIONS and name not in _BESIDE:
            self._tell(FaultKind.UNKNOWN_TYPE, f"spans of the operation {name}", place)
        return _OPERATIONS.get(name)

    def _times(self, told: Json, place: int) -> tuple[int, int]:
        start = number(told.get("startTimeUnixNano") or told.get("start_time_unix_nano")) or 0
        end = number(told.get("endTimeUnixNano") or told.get("end_time_unix_nano")) or 0
        start = start if start > 0 else (end if end > 0 else self._time)
        if 0 < end < start:
            self._tell(FaultKind.CLOCK_BACKWARDS, "a span that ends before it begins", place)
            end = start
        self._time = start
        return start, max(end, 0)

    def _keep(self, told: Json, attributes: Json) -> tuple[int, int]:
        events = [
            {"name": text(event.get("name")), "attributes": attributes_of(event.get("attributes"))}
            for event in mappings(told.get("events"))
        ]
        status = mapping(told.get("status"))
        told_status = {"code": text(status.get("code")) or number(status.get("code")), "message": text(status.get("message"))}
        data = orjson.dumps({"attributes": attributes, "events": events, "status": told_status})
        offset = self._written
        self._contents.write(data)
        self._written += len(data)
        return offset, len(data)


def _guessed(attributes: Json) -> Operation | None:
    """What a span of an older instrumentation is, which names no operation."""
    if "gen_ai.tool.name" in attributes:
        return "tool"
    if "gen_ai.request.model" in attributes:
        return "chat"
    return "agent" if "gen_ai.agent.name" in attributes else None


def _describe(span: Span, attributes: Json, resource: Json) -> None:
    def told(name: str) -> str | None:
        found = attributes.get(name)
        return sys.intern(found) if isinstance(found, str) and found else None

    span.agent_name, span.agent_id = told("gen_ai.agent.name"), told("gen_ai.agent.id")
    provider = told("gen_ai.provider.name") or told("gen_ai.system")
    span.provider = provider.strip().lower() or None if provider else None
    span.model = told("gen_ai.response.model") or told("gen_ai.request.model")
    span.conversation = told("gen_ai.conversation.id")
    span.session = told("session.id") or text(resource.get("session.id"))
    if attributes.get("gen_ai.transfer.mode") == "pass_control":
        span.passes_control_to = told("gen_ai.transfer.target.name")
    reasons = attributes.get("gen_ai.response.finish_reasons")
    span.calls_tools = any(reason in _CALLS_TOOLS for reason in sequence(reasons) if isinstance(reason, str))
    span.answers_tools = _last_role(attributes.get("gen_ai.input.messages")) == "tool"


def _last_role(messages: Any) -> str | None:
    """Who said the newest of the messages, without reading them all."""
    if isinstance(messages, str):
        at = messages.rfind('"role"')
        return "tool" if at >= 0 and messages[at + 6 : at + 16].lstrip(' :"').startswith("tool") else None
    return text(mapping(messages[-1]).get("role")) if isinstance(messages, list) and messages else None
