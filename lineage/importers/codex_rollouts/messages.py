"""What people said, told apart from what Codex itself puts into the conversation in their name."""

from typing import Any

from lineage.importers.codex_rollouts.lines import Line
from lineage.importers.codex_rollouts.values import list_in, text_in, texts_of

_INJECTED = (
    "<environment_context>", "<user_instructions>", "<turn_aborted>", "<user_action>", "<subagent_notification>", "<hook_prompt",
    "<user_shell_command>", "<skill>", "<permissions instructions>", "<collaboration_mode>", "<turn_context>", "<INSTRUCTIONS>",
    "<system_context>", "<model_switch>", "<apps_instructions>", "<skills_instructions>", "<plugins_instructions>",
    "# AGENTS.md instructions", "Another language model started to solve this problem and produced a summary",
)  # fmt: skip
_INJECTED_INTO_EVENTS = ("<environment_context>", "<user_instructions>")
"""Older versions told these as messages, too, some of them without the kind that gives them away."""


def message_of_event(payload: dict[str, Any]) -> str | None:
    """The message of an event user_message; None for context."""
    message = payload.get("message")
    if not isinstance(message, str) or payload.get("kind", "plain") not in ("plain", None):
        return None
    return None if message.lstrip().startswith(_INJECTED_INTO_EVENTS) else message


def message_of_item(payload: dict[str, Any]) -> str:
    """The message of an item UserMessage: its texts, as Codex itself joins them."""
    return "".join(texts_of(payload["item"].get("content")))


def message_of_response(payload: dict[str, Any]) -> str | None:
    """The message in an item of the model's history; None when all its parts are context, by their kinds where these are told."""
    kinds = list_in(payload.get("internal_chat_message_metadata_passthrough"), "content_item_kinds")
    if kinds and not any(isinstance(kind, str) and kind.startswith("user.") for kind in kinds):
        return None
    said = [text for text in texts_of(payload.get("content")) if not text.lstrip().startswith(_INJECTED)]
    return "\n".join(said) if said else None


def is_compaction_output(line: Line) -> bool:
    """Whether it is the summary that a model was asked for, which is no answer."""
    return isinstance(line.metadata, dict) and line.metadata.get("compaction_output") is True


def agents_message(payload: dict[str, Any]) -> tuple[str | None, str]:
    """Who sent a message between agents, by the path in the tree of agents, and what it says; encrypted ones say nothing."""
    content = payload.get("content")
    said = content if isinstance(content, str) else "\n".join(texts_of(list_in(payload, "content")))
    return text_in(payload, "author"), said


def is_final_answer(said: str) -> bool:
    """Whether a message between agents is a subagent's result."""
    return said.startswith("Message Type: FINAL_ANSWER")


def payload_of(said: str) -> str:
    """What a message between agents says below its head."""
    head, found, body = said.partition("Payload:\n")
    return body if found and head.startswith("Message Type:") else said
