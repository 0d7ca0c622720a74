"""One run, made of its lines."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lineage.adapters.claude.items import TurnReader
from lineage.adapters.port import Observed
from lineage.domain.kinds import RunStatus, TurnItemKind
from lineage.importers.claude_code.calls import Call
from lineage.importers.claude_code.conversation import Node
from lineage.importers.claude_code.events import Event, answer_event, calls_in, denial_event, result_blocks, result_event
from lineage.importers.claude_code.lines import Line, text_in, time_of
from lineage.importers.claude_code.messages import Kind, as_blocks, blocks_of, ending_after, said_in, words_of
from lineage.importers.claude_code.peers import Report, reports_in
from lineage.importers.loose import text
from lineage.importers.recorded import RecordedItem, RecordedRun, Spawn

_NEWS = re.compile(r"<(tool-use-id|summary|result)>(.*?)</\1>", re.DOTALL)


@dataclass(slots=True)
class ToolsOfThread:
    """The tools that a thread has called so far: what goes on in the background comes back in a later run than the one that started it."""

    reader: TurnReader
    starting: Mapping[str, Call]
    """The calls that started agents."""
    made: dict[str, dict[str, Any]] = field(default_factory=dict)
    returned: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    """What came of agents, and when."""


@dataclass(slots=True)
class Running:
    """A run that is being read: its message first, then all other lines, in the order of the file."""

    node: Node
    tools: ToolsOfThread
    started_at: datetime
    latest: datetime
    """The time of the line that is read."""
    finished_at: datetime
    message: str | None = None
    mode: str | None = None
    model: str | None = None
    failure: str | None = None
    ending: RunStatus | None = None
    items: list[RecordedItem] = field(default_factory=list)

    def begin(self, line: Line) -> None:
        """Takes the line of the message."""
        self.message = said_in(line)
        self.mode = text(line.get("permissionMode"))
        self._add([Observed(TurnItemKind.USER_MESSAGE, self.message)])

    def take(self, line: Line, kind: Kind) -> None:
        """Takes a line of what came of it."""
        self.latest = time_of(line) or self.latest
        self.finished_at = max(self.finished_at, self.latest)
        self.ending = ending_after(kind, line, self.ending)
        match kind:
            case Kind.ANSWER:
                self.model = text_in(line, "message", "model") or self.model
                event = answer_event(line, kind)
                self.tools.made.update((call["id"], call) for call in calls_in(event))
                self._read(event)
            case Kind.FAILURE:
                self.failure = words_of(blocks_of(line))
                self._read(answer_event(line, kind))
            case Kind.RESULT:
                self._results(line)
            case Kind.NEWS:
                self._news(line)
            case Kind.PEER:
                self._add(map(_reported, reports_in(words_of(_told_in(line)), text_in(line, "origin", "from"))))
            case Kind.QUEUED:
                self._add([Observed(TurnItemKind.USER_MESSAGE, words_of(as_blocks(line["attachment"].get("prompt"))))])

    def recorded(self, session_id: str, calls: Sequence[Call], threads: Mapping[str, str]) -> RecordedRun:
        """The run. calls are those by which it started agents, threads the agents' threads as far as they are known."""
        status = self.ending or RunStatus.INTERRUPTED
        return RecordedRun(
            id=self.node.run_id,
            session_id=session_id,
            started_at=self.started_at,
            finished_at=self.finished_at,
            ended_as=status,
            message=self.message,
            model=self.model,
            runtime_mode=self.mode,
            failure_reason=self.failure if status is RunStatus.FAILED else None,
            turns=(self.node.ref,),
            items=tuple(self.items),
            spawns=tuple(Spawn(call.id, threads.get(call.id), *self.tools.returned.get(call.id, (None, None))) for call in calls),
            place=self.node.place,
        )

    def _results(self, line: Line) -> None:
        observed = self._read(result_event(line, self.tools.made))
        if (denial := denial_event(line, self.tools.made)) is not None:
            self._read(denial)
        came = next((item.text for item in observed if item.kind is TurnItemKind.SUBAGENT_RESULT), None)
        for block in result_blocks(line):
            self.tools.made.pop(block["tool_use_id"], None)
            failed = "\n".join(part["text"] for part in block["content"]) if block["is_error"] else None
            if block["tool_use_id"] in self.tools.starting and (result := came or failed):
                self.tools.returned[block["tool_use_id"]] = (result, self.latest)

    def _news(self, line: Line) -> None:
        """A task in the background has ended: an agent, or a command."""
        tags = dict(_NEWS.findall(words_of(_told_in(line))))
        call_id, summary = tags.get("tool-use-id", "").strip(), tags.get("summary", "").strip()
        call = self.tools.starting.get(call_id)
        if call is None:
            self._read({"type": "system", "subtype": "task_notification", "tool_use_id": call_id, "summary": summary})
        elif result := tags.get("result", "").strip() or summary:
            self.tools.returned[call_id] = (result, self.latest)
            self._add([Observed(TurnItemKind.SUBAGENT_RESULT, result, {"description": call.description})])

    def _read(self, event: Event) -> list[Observed]:
        observed = [said for said in self.tools.reader.read(event) if isinstance(said, Observed)]
        self._add(observed)
        return observed

    def _add(self, observed: Iterable[Observed]) -> None:
        self.items += [RecordedItem(item.kind, item.text, item.data, self.latest) for item in observed]


def _told_in(line: Line) -> Sequence[dict[str, Any]]:
    """What a line tells, whether it stands for itself or joined a running turn."""
    attachment = line.get("attachment")
    return as_blocks(attachment.get("prompt")) if isinstance(attachment, dict) else blocks_of(line)


def _reported(report: Report) -> Observed:
    if report.is_of_machines:
        return Observed(TurnItemKind.PROTOCOL, report.said)
    return Observed(TurnItemKind.SUBAGENT_RESULT, report.said, {"description": report.sender})
