"""What Claude Code's stream of events says about a turn."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lineage.adapters.claude.lines import blocks_of
from lineage.adapters.claude.tools import Call, Outcome, Tools, ended_in_background
from lineage.adapters.port import Compacted, Observed, Said
from lineage.domain.kinds import TurnItemKind

_BREAK = "\n\n"
"""What stands between two pieces of text of one answer."""


class TurnReader:
    """Reads the events of one turn in their order.

    What subagents say among themselves is left out, what they do is not. result is the last event of type result: a turn has
    several when it goes on after something in the background has ended.
    """

    def __init__(self, folder: Path) -> None:
        self._tools = Tools(folder)
        self._calls: dict[str, Call] = {}
        self._in_background: dict[str, Call] = {}
        self._has_said = False
        self.result: Mapping[str, Any] | None = None
        self.failure: str | None = None
        """The last failure that was told."""
        self.is_logged_out = False

    @property
    def reason(self) -> str:
        """What the last result says of itself."""
        result = self.result or {}
        return str(result.get("result") or "; ".join(result.get("errors") or []) or result.get("subtype"))

    def read(self, event: Mapping[str, Any]) -> Iterator[Said | Observed | Compacted]:
        """What an event says, for most of them nothing."""
        is_main = not event.get("parent_tool_use_id")
        match event.get("type"):
            case "stream_event" if is_main:
                yield from self._piece(event["event"])
            case "assistant":
                yield from self._answer(event, is_main)
            case "user":
                yield from self._outcomes(event)
            case "system" if event.get("subtype") == "compact_boundary":
                yield Observed(TurnItemKind.PROTOCOL, "Claude Code put a summary in the place of the session's earlier turns")
                told = event.get("compact_metadata") or {}
                yield Compacted(tokens_before=told.get("pre_tokens"), tokens_after=told.get("post_tokens"))
            case "system" if event.get("subtype") == "task_notification":
                if call := self._in_background.pop(event.get("tool_use_id", ""), None):
                    yield ended_in_background(call, str(event.get("summary")))
            case "result":
                self.result = event
                yield from self._denials(event)

    def _piece(self, event: Mapping[str, Any]) -> Iterator[Said]:
        if event["type"] == "content_block_start" and event["content_block"]["type"] == "text" and self._has_said:
            yield Said(_BREAK)
        elif event["type"] == "content_block_delta" and event["delta"]["type"] == "text_delta":
            self._has_said = True
            yield Said(event["delta"]["text"])

    def _answer(self, event: Mapping[str, Any], is_main: bool) -> Iterator[Observed]:
        for block in blocks_of(event):
            match block["type"]:
                case "tool_use":
                    self._calls[block["id"]] = Call(block["name"], block["input"])
                case "text" if event.get("error"):
                    self.is_logged_out = self.is_logged_out or event["error"] == "authentication_failed"
                    self.failure = block["text"]
                    yield Observed(TurnItemKind.FAILURE, block["text"])
                case "text" if is_main and block["text"].strip():
                    yield Observed(TurnItemKind.ASSISTANT_MESSAGE, block["text"])
                case "thinking" if is_main and block["thinking"].strip():
                    yield Observed(TurnItemKind.REASONING, block["thinking"])

    def _outcomes(self, event: Mapping[str, Any]) -> Iterator[Observed]:
        for block in blocks_of(event):
            call = self._calls.pop(block.get("tool_use_id", ""), None)
            if call is None:
                continue
            said = "\n".join(part["text"] for part in blocks_of({"message": block}) if part["type"] == "text")
            details = event.get("tool_use_result")
            outcome = Outcome(said, bool(block.get("is_error")), details if isinstance(details, dict) else {})
            if outcome.details.get("backgroundTaskId"):
                self._in_background[block["tool_use_id"]] = call
            yield from self._tools.done(call, outcome)

    def _denials(self, event: Mapping[str, Any]) -> Iterator[Observed]:
        for denied in event.get("permission_denials") or []:
            asked = self._tools.asked_for(Call(denied["tool_name"], denied.get("tool_input") or {}))
            data = {"id": denied["tool_use_id"], "resolved": True, "decision": "declined"}
            yield Observed(TurnItemKind.APPROVAL, f"Declined: {asked}", data)
