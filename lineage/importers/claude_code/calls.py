"""The calls by which runs start agents, and how the agents are known by them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lineage.importers.claude_code.conversation import Node
from lineage.importers.claude_code.lines import Line, text_in
from lineage.importers.claude_code.messages import blocks_of
from lineage.importers.loose import mapping, text

_STARTING = frozenset({"Task", "Agent"})
_MAY_START = frozenset({"Skill"})
_DECLINED = ("The user doesn't want to", "Permission for this tool use was denied")


@dataclass(slots=True, eq=False)
class Call:
    """A tool call that starts an agent. One of a tool that may do other things too does so when its result names the agent."""

    id: str
    run: Node
    tool: str
    description: str | None
    prompt: int | None
    """A hash of what the agent was asked."""
    agent_id: str | None = None
    is_declined: bool = False
    is_taken: bool = False
    """Its agent was found by its prompt."""

    @property
    def starts_agent(self) -> bool:
        return not self.is_declined and (self.tool in _STARTING or self.agent_id is not None)


@dataclass(slots=True)
class Calls:
    """The calls of a file in their order. Agents are named by results, and by progress lines of older versions."""

    _by_id: dict[str, Call] = field(default_factory=dict)
    _by_line: dict[str, str] = field(default_factory=dict)
    _by_prompt: dict[int, list[Call]] = field(default_factory=dict)
    _by_agent: dict[str, str] = field(default_factory=dict)

    def asked(self, line: Line, uuid: str, run: Node) -> None:
        """Takes an answer of the model."""
        for block in blocks_of(line):
            tool, call_id, given = text(block.get("name")), text(block.get("id")), mapping(block.get("input"))
            if block.get("type") == "tool_use" and tool in _STARTING | _MAY_START and call_id and call_id not in self._by_id:
                prompt = text(given.get("prompt"))
                call = Call(call_id, run, tool or "", text(given.get("description")), hash(prompt) if prompt else None)
                self._by_id[call_id] = call
                self._by_line.setdefault(uuid, call_id)
                if call.prompt is not None:
                    self._by_prompt.setdefault(call.prompt, []).append(call)

    def answered(self, line: Line) -> None:
        """Takes a line with results."""
        for block in blocks_of(line):
            call = self._by_id.get(text(block.get("tool_use_id")) or "")
            if call is not None:
                call.is_declined = is_declined(line, block)
                call.agent_id = agent_named_by(line) or call.agent_id
                if call.agent_id:
                    self._by_agent[call.agent_id] = call.id

    def progressed(self, line: Line) -> None:
        """Takes a progress line, which names an agent while it works."""
        agent_id, call_id = text_in(line, "data", "agentId"), text(line.get("parentToolUseID"))
        if agent_id and call_id:
            self._by_agent.setdefault(agent_id, call_id)

    def of_agent(self, agent_id: str | None, parent: str | None, named: str | None, prompt: int) -> Call | None:
        """The call that started an agent: by its id, by the call that its first line names, by that line's parent, or by its prompt."""
        for call_id in (self._by_agent.get(agent_id or ""), named, self._by_line.get(parent or "")):
            if call_id in self._by_id:
                return self._by_id[call_id]
        call = next((call for call in self._by_prompt.get(prompt, ()) if not call.is_taken and call.agent_id is None), None)
        if call is not None:
            call.is_taken = True
        return call

    def starting(self) -> Iterator[Call]:
        """Those that did start an agent, as far as the file tells."""
        return (call for call in self._by_id.values() if call.starts_agent)


def agent_named_by(line: Line) -> str | None:
    """The agent that a line with a result is about."""
    return text_in(line, "toolUseResult", "agentId")


def is_declined(line: Line, block: dict[str, Any]) -> bool:
    """Whether a result says that the user did not allow the call."""
    told = text(line.get("toolUseResult")) or ""
    said = text(block.get("content")) or ""
    return block.get("is_error") is True and (told.startswith("User rejected tool use") or said.startswith(_DECLINED))
