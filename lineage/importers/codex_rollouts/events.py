"""What events and completed items say of the work of a turn, in the shape of the app server's items."""

from typing import Any

from lineage.importers.codex_rollouts.calls import Item, command_item, joined, tool_item
from lineage.importers.codex_rollouts.patches import changes_told
from lineage.importers.codex_rollouts.values import list_in, mapping_in, number_in, text_in, texts_of


def call_id_of(kind: str, payload: Item) -> str | None:
    """The call that an event is about; an item has it as its own id."""
    return text_in(mapping_in(payload, "item"), "id") if kind[:1].isupper() else text_in(payload, "call_id")


def item_of(kind: str, payload: Item) -> Item | None:
    """What it tells; None when that is nothing."""
    told = mapping_in(payload, "item") if kind[:1].isupper() else payload
    match kind:
        case "exec_command_end" | "CommandExecution":
            output = text_in(told, "aggregated_output", "formatted_output") or "\n".join(_streams(told))
            status = "declined" if told.get("status") == "declined" else "completed"
            return command_item(joined(told.get("command")), number_in(told, "exit_code"), output, status)
        case "patch_apply_end" | "FileChange":
            return _patch(told)
        case "mcp_tool_call_end":
            return _mcp(mapping_in(told, "invocation"), told.get("result"), told.get("error"))
        case "McpToolCall":
            return _mcp(told, told.get("result"), told.get("error"))
        case "dynamic_tool_call_response" | "DynamicToolCall":
            failed = told.get("success") is False or isinstance(told.get("error"), str)
            output = text_in(told, "error") or "\n".join(texts_of(list_in(told, "content_items")))
            return tool_item(text_in(told, "tool") or "a tool", output, failed, text_in(told, "namespace"))
        case "web_search_end" | "WebSearch":
            return {"type": "webSearch", "query": text_in(told, "query") or query_of(told)}
        case "image_generation_end" | "ImageGeneration" | "image_generation_call":
            return tool_item("image generation", text_in(told, "revised_prompt") or "", False)
        case "web_search_call":
            return {"type": "webSearch", "query": query_of(told)}
    return None


def query_of(told: Item) -> str | None:
    """What was searched for, or the page that was opened."""
    return text_in(mapping_in(told, "action"), "query", "url", "pattern")


def _streams(told: Item) -> list[str]:
    return [text for name in ("stdout", "stderr") if (text := text_in(told, name)) is not None]


def _patch(told: Item) -> Item:
    if told.get("status") == "declined":
        return {"type": "fileChange", "status": "declined", "changes": []}
    if told.get("success") is False or told.get("status") == "failed":
        return tool_item("apply_patch", "\n".join(_streams(told)), True)
    return {"type": "fileChange", "status": "completed", "changes": changes_told(told.get("changes"))}


def _mcp(invocation: Item, result: Any, error: Any) -> Item:
    """A result may be told as `Ok` or `Err`, or as itself."""
    if isinstance(result, dict) and ("Ok" in result or "Err" in result):
        error = error or result.get("Err")
        result = result.get("Ok")
    said = "\n".join(texts_of(list_in(result, "content")))
    if isinstance(result, dict) and (result.get("isError") is True or result.get("is_error") is True):
        error = error or said or "it failed"
    told = text_in(error, "message") or (error if isinstance(error, str) else None)
    failed = told is not None and told != ""
    return tool_item(text_in(invocation, "tool") or "a tool", told or "" if failed else said, failed, text_in(invocation, "server"))
