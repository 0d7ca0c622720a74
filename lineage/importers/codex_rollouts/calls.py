"""Tool calls of the model's history with their outputs, in the shape of the app server's items."""

import shlex
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lineage.adapters.commands import spoken
from lineage.adapters.port import Observed
from lineage.domain.kinds import TurnItemKind
from lineage.importers.codex_rollouts.outputs import Output, arguments_of, tool_name
from lineage.importers.codex_rollouts.patches import Change, changes_in, patch_in
from lineage.importers.codex_rollouts.values import list_in, mapping_in, text_in
from lineage.importers.loose import mappings

_KEPT = 512
"""Commands come again and again: what the last ones were joined to is remembered."""
_SHELLS = frozenset({"shell", "shell_command", "local_shell", "container.exec", "exec_command", "unified_exec"})
_AGENTS_TOOLS = frozenset({
    "spawn_agent", "wait", "wait_agent", "send_input", "send_message", "assign_task", "followup_task", "resume_agent", "close_agent",
    "interrupt_agent", "list_agents",
})  # fmt: skip
_AGENTS_NAMESPACES = ("multi_agent", "collaboration", "collab")
Item = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call: of a command, a patch, a plan, or any other tool. Calls about subagents are told by other means."""

    tool: str
    command: str | None = None
    patch: str | None = None
    plan: Item | None = None
    session: str | None = None
    """The running command that it only looks after."""
    is_about_agents: bool = False

    @classmethod
    def of(cls, payload: Item) -> "Call":
        name, given = text_in(payload, "name") or "", arguments_of(payload)
        if payload.get("type") == "local_shell_call":
            return _command("local_shell", mapping_in(payload, "action").get("command"))
        if payload.get("type") == "tool_search_call":
            return cls("tool search")
        if _is_agents_tool(payload):
            return cls(name, is_about_agents=True)
        if name in _SHELLS:
            return _command(name, given.get("command", given.get("cmd")))
        if name == "apply_patch":
            return cls(name, patch=text_in(given, "input", "patch") or "")
        if name == "update_plan":
            return cls(name, plan=given)
        if name == "write_stdin" and isinstance(session := given.get("session_id"), int | str):
            return cls(name, session=str(session))
        return cls(tool_name(payload))

    def item(self, output: Output | None) -> Item | None:
        """What it did, as the app server would have told it; None for what says nothing. Without an output it had no end."""
        if self.command is not None and not (output is not None and output.never_ran):
            status = "declined" if output is not None and output.refused else "completed"
            return command_item(self.command, output.exit_code if output else None, output.text if output else "", status)
        if self.patch is not None and output is not None and not output.failed and not output.refused:
            return {"type": "fileChange", "status": "completed", "changes": changes_in(self.patch)}
        if self.is_about_agents or (self.patch is not None and output is None):
            return None
        return tool_item(self.tool, output.text if output else "", output is None or output.failed or output.refused)


def _is_agents_tool(payload: Item) -> bool:
    """Whether a tool call is about subagents. `wait` is another tool's name, too."""
    name, namespace = text_in(payload, "name"), text_in(payload, "namespace")
    if namespace is not None:
        return namespace.startswith(_AGENTS_NAMESPACES)
    return name in _AGENTS_TOOLS


def _command(tool: str, given: Any) -> Call:
    command = joined(given)
    applies = isinstance(given, list) and len(given) == 2 and given[0] == "apply_patch" and isinstance(given[1], str)
    patch = patch_in(given[1] if applies else spoken(command))
    return Call("apply_patch", patch=patch) if patch is not None else Call(tool, command)


def joined(command: Any) -> str:
    """A command as one text, from a text or a list of words."""
    if isinstance(command, list):
        return _joined(tuple(word for word in command if isinstance(word, str)))
    return command if isinstance(command, str) else ""


@lru_cache(_KEPT)
def _joined(words: tuple[str, ...]) -> str:
    return shlex.join(words)


def command_item(command: str, exit_code: int | None, output: str, status: str) -> Item:
    return {"type": "commandExecution", "status": status, "command": command, "exitCode": exit_code, "aggregatedOutput": output}


def tool_item(tool: str, output: str, failed: bool, server: str | None = None) -> Item:
    """Of a tool that failed its output is the error."""
    outcome = {"error": {"message": output}} if failed else {"result": {"content": [{"text": output}]}}
    return {"type": "mcpToolCall", "server": server, "tool": tool, **outcome}


def plan_steps(plan: Item) -> list[Item]:
    """The steps that have a text."""
    steps = mappings(list_in(plan, "plan"))
    return [{"step": step["step"], "status": text_in(step, "status") or "pending"} for step in steps if isinstance(step.get("step"), str)]


def declined(asked: str, call_id: str | None) -> Observed:
    """A command or a change that nobody consented to."""
    return Observed(TurnItemKind.APPROVAL, f"Declined: {asked}", {"id": call_id, "resolved": True, "decision": "declined"})


def without_counts(change: Change) -> Change:
    """The data of a deleted file of which only the name is known."""
    return {name: value for name, value in change.items() if name not in ("additions", "deletions")}
