"""The turn items of a run, each thing once: events and the model's history tell the same in two ways."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from lineage.adapters.codex.items import observed_item, observed_plan
from lineage.adapters.commands import spoken
from lineage.adapters.port import Observed
from lineage.domain.kinds import TurnItemKind
from lineage.importers.codex_rollouts.calls import Call, Item, declined, plan_steps, without_counts
from lineage.importers.codex_rollouts.events import call_id_of, item_of
from lineage.importers.codex_rollouts.outputs import Output, output_of
from lineage.importers.codex_rollouts.records import Record
from lineage.importers.codex_rollouts.types import OUTPUTS, WORK_EVENTS, WORK_ITEMS
from lineage.importers.codex_rollouts.values import list_in, mapping_in, text_in, texts_of
from lineage.importers.recorded import RecordedItem

_OWN = {"said": TurnItemKind.USER_MESSAGE, "failed": TurnItemKind.FAILURE, "returned": TurnItemKind.SUBAGENT_RESULT}


class TurnItems:
    """Takes the records of a turn in their order, and tells its items in the order in which things began.

    A call has a place from its begin on, which its output fills, or better an event, whichever comes first. What changed is told
    relative to the folder.
    """

    def __init__(self, folder: str | None) -> None:
        self._folder = Path(folder or "/")
        self._groups: list[list[RecordedItem]] = []
        self._places: dict[str, int] = {}
        self._calls: dict[str, tuple[Call, datetime]] = {}
        self._settled: set[str] = set()
        self._sessions: dict[str, str] = {}
        self._told: Counter[tuple[bool, str, str]] = Counter()

    def take(self, record: Record) -> None:
        payload = record.payload
        match record.kind:
            case "said" | "failed" | "returned":
                self._groups.append([RecordedItem(_OWN[record.kind], payload["text"], None, record.at)])
            case "compacted":
                self._add(record.at, {"type": "contextCompaction"})
            case "message" | "agent_message" | "AgentMessage":
                self._answer(record)
            case "reasoning":
                summary = [text for text in texts_of(list_in(payload, "summary")) if text]
                self._add(record.at, {"type": "reasoning", "summary": summary})
            case "function_call" | "custom_tool_call" | "local_shell_call" | "tool_search_call":
                self._begin(record)
            case kind if kind in OUTPUTS:
                self._end(record)
            case "web_search_call" | "image_generation_call":
                self._once(record, is_event=False)
            case kind if kind in WORK_EVENTS or kind in WORK_ITEMS:
                self._event(record)

    def told(self) -> Sequence[RecordedItem]:
        """Calls that had no end are told without one."""
        for id, (call, at) in self._calls.items():
            if id not in self._settled:
                self._put(id, at, self._observed(call, None, id))
        return [item for group in self._groups for item in group]

    def _answer(self, record: Record) -> None:
        told = mapping_in(record.payload, "item") if record.kind == "AgentMessage" else record.payload
        said = told.get("message") if record.kind == "agent_message" else "".join(texts_of(told.get("content")))
        if isinstance(said, str) and said.strip() and self._is_new(record.kind != "message", "answer", said.strip()):
            self._add(record.at, {"type": "agentMessage", "text": said})

    def _once(self, record: Record, is_event: bool) -> None:
        item = item_of(record.kind, record.payload)
        if item is not None and self._is_new(is_event, item["type"], repr(item)):
            self._add(record.at, item)

    def _is_new(self, is_event: bool, kind: str, text: str) -> bool:
        """Whether the other way of telling has not told the same thing already."""
        if self._told[not is_event, kind, text] > 0:
            self._told[not is_event, kind, text] -= 1
            return False
        self._told[is_event, kind, text] += 1
        return True

    def _begin(self, record: Record) -> None:
        id = text_in(record.payload, "call_id", "id") or f"call {len(self._calls)}"
        call = Call.of(record.payload)
        if id not in self._calls and id not in self._settled:
            self._calls[id] = call, record.at
            if id not in self._places:
                self._put(id, record.at, [])

    def _end(self, record: Record) -> None:
        id = text_in(record.payload, "call_id", "id")
        if id is None or id not in self._calls or id in self._settled:
            return
        call = self._calls[id][0]
        output = output_of(record.payload.get("output", record.payload.get("tools")))
        if output.session is not None and call.command is not None:
            self._sessions[output.session] = id
        looked_after = self._sessions.get(call.session or "")
        if looked_after is not None:
            self._go_on(looked_after, output, record.at)
        else:
            self._put(id, record.at, self._observed(call, output, id))
        self._settle(id)

    def _settle(self, id: str) -> None:
        """Its outcome is told: what was asked for is not needed any more, but for a command that goes on."""
        self._settled.add(id)
        if id in self._calls and self._calls[id][0].command is None:
            del self._calls[id]

    def _go_on(self, id: str, output: Output, at: datetime) -> None:
        """More of a command's output, and perhaps its exit code."""
        call, before = self._calls[id][0], self._groups[self._places[id]]
        if not before or not isinstance(before[0].data, dict) or "summary" not in before[0].data:
            return
        printed = "\n".join(text for text in (before[0].data["summary"], output.text.rstrip()) if text)
        self._put(id, at, self._observed(call, Output(printed, output.exit_code), id))

    def _event(self, record: Record) -> None:
        id, item = call_id_of(record.kind, record.payload), item_of(record.kind, record.payload)
        if item is None:
            return
        if item["type"] == "webSearch" or item.get("tool") == "image generation":
            self._once(record, is_event=True)
            return
        call = self._calls[id][0] if id is not None and id in self._calls else None
        if item["type"] == "commandExecution" and not item["command"]:
            item["command"] = call.command or "" if call is not None else ""
        observed = self._of_item(item, id)
        if id is None:
            self._groups.append([_recorded(one, record.at) for one in observed])
        else:
            self._settle(id)
            self._put(id, record.at, observed)

    def _observed(self, call: Call, output: Output | None, id: str) -> list[Observed]:
        if call.plan is not None and (output is None or not output.failed):
            return [observed_plan(plan_steps(call.plan), text_in(call.plan, "explanation"))]
        if call.patch is not None and output is not None and output.refused:
            return [declined("a change of files", id)]
        item = call.item(output)
        observed = self._of_item(item, id) if item is not None else []
        if call.patch is not None:
            return [_unknown_counts_left_out(one) for one in observed]
        return observed

    def _of_item(self, item: Item, id: str | None) -> list[Observed]:
        if item.get("status") == "declined":
            command = item.get("command")
            return [declined(f"to run {spoken(command)}" if command else "a change of files", id)]
        return self._told_by(item)

    def _told_by(self, item: Item) -> list[Observed]:
        """A compaction is also told as a step of the thread, which is not a turn item."""
        return [one for one in observed_item(item, self._folder) if isinstance(one, Observed)]

    def _put(self, id: str, at: datetime, observed: Iterable[Observed]) -> None:
        """Fills the place of a call."""
        if id not in self._places:
            self._places[id] = len(self._groups)
            self._groups.append([])
        self._groups[self._places[id]] = [_recorded(one, at) for one in observed]

    def _add(self, at: datetime, item: Item) -> None:
        self._groups.append([_recorded(one, at) for one in self._told_by(item)])


def _recorded(observed: Observed, at: datetime) -> RecordedItem:
    return RecordedItem(observed.kind, observed.text, observed.data, at)


def _unknown_counts_left_out(observed: Observed) -> Observed:
    data: Any = observed.data
    is_deleted = observed.kind is TurnItemKind.FILE_CHANGE and data["change"] == "deleted"
    return Observed(observed.kind, observed.text, without_counts(data)) if is_deleted else observed
