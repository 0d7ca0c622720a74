"""Why a turn failed or was interrupted, in words."""

from typing import Any

from lineage.adapters.codex.items import failure_text
from lineage.importers.codex_rollouts.values import text_in

_HARMLESS = ("thread_rollback_failed", "active_turn_not_steerable")
"""Errors about a request, not about the turn."""
INTERRUPTED = "codex interrupted the turn"


def failure_of(error: Any) -> str | None:
    """What an error says; None when it is none, or does not end a turn."""
    if not isinstance(error, dict):
        return error if isinstance(error, str) and error else None
    info = error.get("codex_error_info")
    if (info if isinstance(info, str) else next(iter(info), None) if isinstance(info, dict) else None) in _HARMLESS:
        return None
    details = text_in(error, "additional_details", "additionalDetails")
    return failure_text({"message": text_in(error, "message"), "additionalDetails": details})


def reason_of_abort(payload: dict[str, Any]) -> str:
    reason = text_in(payload, "reason")
    return INTERRUPTED if reason in (None, "interrupted") else f"{INTERRUPTED} ({reason})"
