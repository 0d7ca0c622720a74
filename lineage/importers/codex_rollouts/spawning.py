"""Subagents as their parent's file tells of them, in all its ways: tool calls, events and items of two generations of tools."""

from datetime import datetime
from typing import Any

from lineage.importers.codex_rollouts.lines import Line
from lineage.importers.codex_rollouts.messages import agents_message, is_final_answer, payload_of
from lineage.importers.codex_rollouts.turn import SpawnedAgent, Turn
from lineage.importers.codex_rollouts.values import list_in, mapping_in, text_in, texts_of
from lineage.importers.loose import Json, mapping, parsed, text

_SPAWNS = ("spawn_agent", "spawnAgent", None)
_NOTIFIED = "<subagent_notification>"


class Spawning:
    """The subagents of a thread. Without content it keeps no results, only that there was one."""

    def __init__(self, with_content: bool) -> None:
        self._with_content = with_content
        self._by_call: dict[str, SpawnedAgent] = {}
        self._by_thread: dict[str, SpawnedAgent] = {}
        self._by_path: dict[str, SpawnedAgent] = {}

    def take(self, turn: Turn | None, line: Line) -> list[SpawnedAgent]:
        """Takes what a line says about subagents, and gives those whose result it tells for the first time."""
        payload, at = line.payload, line.at
        match line.kind:
            case "function_call" if text_in(payload, "name") == "spawn_agent":
                self._spawned(turn, text_in(payload, "call_id"), None)
            case "function_call_output" | "custom_tool_call_output":
                return self._output(payload, at)
            case "collab_tool_call" | "collab_agent_spawn_end" if text_in(payload, "tool") in _SPAWNS:
                self._spawned(turn, text_in(payload, "call_id"), text_in(payload, "new_thread_id"))
            case "collab_waiting_end":
                return self._statuses(mapping_in(payload, "statuses"), at)
            case "collab_close_end":
                return self._status(text_in(payload, "receiver_thread_id"), payload.get("status"), at)
            case "CollabAgentToolCall":
                return self._tool_call(turn, mapping_in(payload, "item"), at)
            case "sub_agent_activity":
                self._activity(turn, payload, text_in(payload, "event_id", "call_id"))
            case "SubAgentActivity":
                self._activity(turn, mapping_in(payload, "item"), text_in(mapping_in(payload, "item"), "id"))
            case "message" if payload.get("role") == "user":
                return self._notification(payload, at)
            case "agent_message" | "inter_agent_communication":
                author, said = agents_message(payload)
                if is_final_answer(said):
                    return self._returned(self._by_path.get(author or ""), payload_of(said), at)
        return []

    def _spawned(self, turn: Turn | None, call_id: str | None, thread_id: str | None) -> None:
        if call_id is None or turn is None:
            return
        agent = self._by_call.get(call_id)
        if agent is None:
            agent = self._by_call[call_id] = SpawnedAgent(call_id)
            turn.spawned.append(agent)
        self._named(agent, thread_id)

    def _named(self, agent: SpawnedAgent, thread_id: str | None) -> None:
        if thread_id is not None and agent.thread_id is None:
            agent.thread_id = thread_id
            self._by_thread.setdefault(thread_id, agent)

    def _activity(self, turn: Turn | None, told: Json, call_id: str | None) -> None:
        thread_id = text_in(told, "agent_thread_id")
        if told.get("kind") in ("started", "spawned"):
            self._spawned(turn, call_id, thread_id)
        path, agent = text_in(told, "agent_path"), self._by_thread.get(thread_id or "")
        if path is not None and agent is not None:
            self._by_path[path] = agent

    def _tool_call(self, turn: Turn | None, item: Json, at: datetime) -> list[SpawnedAgent]:
        if item.get("tool") in _SPAWNS:
            self._spawned(turn, text_in(item, "id"), next(filter(None, map(text, list_in(item, "receiver_thread_ids"))), None))
            return []
        return self._statuses(mapping_in(item, "agents_states"), at)

    def _output(self, payload: Json, at: datetime) -> list[SpawnedAgent]:
        if not self._by_call:
            return []
        said = "".join(texts_of(payload.get("output")))
        agent = self._by_call.get(text_in(payload, "call_id") or "")
        if not said.startswith("{") or (agent is None and '"status"' not in said):
            return []
        told = _object(said)
        if agent is not None:
            self._named(agent, text_in(told, "agent_id"))
        return self._statuses(mapping_in(told, "status"), at)

    def _notification(self, payload: Json, at: datetime) -> list[SpawnedAgent]:
        said = "".join(texts_of(payload.get("content"))).strip()
        if not said.startswith(_NOTIFIED):
            return []
        told = _object(said.removeprefix(_NOTIFIED).removesuffix(f"</{_NOTIFIED[1:]}"))
        return self._status(text_in(told, "agent_path", "agent_id"), told.get("status"), at)

    def _statuses(self, statuses: Json, at: datetime) -> list[SpawnedAgent]:
        return [agent for id, status in statuses.items() for agent in self._status(id, status, at)]

    def _status(self, id: str | None, status: Any, at: datetime) -> list[SpawnedAgent]:
        agent = self._by_thread.get(id or "") or self._by_path.get(id or "")
        if isinstance(status, dict) and "completed" in status:
            return self._returned(agent, text(status["completed"]) or "", at)
        if isinstance(status, dict) and isinstance(status.get("errored"), str):
            return self._returned(agent, f"It failed: {status['errored']}", at)
        return self._returned(agent, "", at) if status == "completed" else []

    def _returned(self, agent: SpawnedAgent | None, result: str, at: datetime) -> list[SpawnedAgent]:
        """The first result counts: it is told again by whatever waits for the agent, or closes it."""
        if agent is None or agent.result is not None:
            return []
        agent.result, agent.returned_at = result if self._with_content else "", at
        return [agent]


def _object(said: str) -> Json:
    try:
        return mapping(parsed(said.encode(errors="replace")))
    except ValueError:
        return {}
