"""A turn as a run, with what was said and done in it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson

from lineage.adapters.commands import last_lines
from lineage.domain.kinds import RunStatus, TurnItemKind
from lineage.importers.loose import EPOCH, Json, from_nanoseconds, mapping, text
from lineage.importers.opentelemetry.messages import Said, answered_in, asked_in
from lineage.importers.opentelemetry.spans import Spans
from lineage.importers.opentelemetry.turns import Thread, Turn
from lineage.importers.recorded import RecordedItem, RecordedRun, Spawn

_FAILED = (2, "2", "STATUS_CODE_ERROR")


def run_of(turn: Turn, session_id: str, spans: Spans) -> RecordedRun:
    contents = {span.key: spans.content(span) for span in turn.spans}
    # A turn of chats alone has its end where the last of them has it.
    last = turn.top if turn.top.operation != "chat" else [span for span in turn.spans if span.operation == "chat"][-1]
    ended = min(last.end, turn.passed_on_at or last.end) or turn.passed_on_at or 0
    started = _time(turn.top.start)
    finished = max(_time(ended or max(span.end for span in turn.spans)), started)
    status, reason = _end_of(contents[last.key], ended)
    message = _message(turn, contents)
    spawns = [_spawn(called, spans) for called in turn.called]
    items = [RecordedItem(TurnItemKind.USER_MESSAGE, message)] if message else []
    # Another machine's clock may be behind: nothing comes of a turn before it starts.
    items += [
        replace(item, at=max(item.at or started, started))
        for item in sorted(_items(turn, contents, spawns), key=lambda item: item.at or EPOCH)
    ]
    if status is RunStatus.FAILED:
        items.append(RecordedItem(TurnItemKind.FAILURE, reason, at=finished))
    return RecordedRun(
        id=turn.run_id,
        session_id=session_id,
        started_at=started,
        finished_at=finished,
        ended_as=status,
        message=message,
        model=next((span.model for span in reversed(turn.spans) if span.model), None),
        failure_reason=reason,
        turns=(turn.top.key,),
        items=items,
        spawns=spawns,
        place=turn.top.place,
    )


def _end_of(content: Json, ended: int) -> tuple[RunStatus, str | None]:
    status, attributes = mapping(content.get("status")), mapping(content.get("attributes"))
    if status.get("code") in _FAILED:
        return RunStatus.FAILED, text(status.get("message")) or text(attributes.get("error.type")) or "it failed"
    return (RunStatus.COMPLETED, None) if ended else (RunStatus.INTERRUPTED, "its span has no end")


def _message(turn: Turn, contents: dict[str, Json]) -> str | None:
    """What the user said last before the turn's first answer."""
    for span in (turn.top, *turn.spans):
        if span.operation != "tool":
            said = [message.text for message in asked_in(contents[span.key]) if message.role == "user" and message.text]
            if said:
                return said[-1]
    return None


def _items(turn: Turn, contents: dict[str, Json], spawns: Sequence[Spawn]) -> Iterator[RecordedItem]:
    """What chats answered, or else what the agent's own span says that it did; what tools gave back; what subagents did."""
    chats = [span for span in turn.spans if span.operation == "chat"]
    answers = [(span, said) for span in chats for said in answered_in(contents[span.key])]
    answers = answers or [(span, said) for span in turn.spans if span.operation != "tool" for said in answered_in(contents[span.key])]
    for span, said in answers:
        at = _time(span.end or span.start)
        if said.thought:
            yield RecordedItem(TurnItemKind.REASONING, said.thought, at=at)
        if said.text and said.role != "user":
            yield RecordedItem(TurnItemKind.ASSISTANT_MESSAGE, said.text, at=at)
    calls_agents = {called.turns[0].top.parent for called in turn.called if called.turns}
    for span in turn.spans:
        if span.operation == "tool" and span.key not in calls_agents and span.passes_control_to is None:
            yield RecordedItem(TurnItemKind.TOOL_OUTPUT, data=_output(contents[span.key]), at=_time(span.end or span.start))
    for spawn in spawns:
        if spawn.result:
            yield RecordedItem(TurnItemKind.SUBAGENT_RESULT, spawn.result, at=spawn.returned_at)


def _output(content: Json) -> Json:
    attributes, status = mapping(content.get("attributes")), mapping(content.get("status"))
    result = attributes.get("gen_ai.tool.call.result", attributes.get("gen_ai.tool.message"))
    failed = status.get("code") in _FAILED
    told = _as_text(result) or (text(status.get("message")) or "" if failed else "")
    return {"tool": text(attributes.get("gen_ai.tool.name")) or "tool", "output": last_lines(told), "failed": failed}


def _spawn(called: Thread, spans: Spans) -> Spawn:
    """A subagent with its last answer."""
    turn = called.turns[-1]
    said: list[Said] = []
    for span in sorted(turn.spans, key=lambda span: (span is not turn.top, -span.start)):
        said = [message for message in answered_in(spans.content(span)) if message.text] if span.operation != "tool" else []
        if said:
            break
    returned = from_nanoseconds(turn.top.end)
    return Spawn(called.call_id or "", called.id, said[-1].text if said else None, returned if said else None)


def _as_text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def _time(nanoseconds: int) -> datetime:
    return from_nanoseconds(nanoseconds) or EPOCH
