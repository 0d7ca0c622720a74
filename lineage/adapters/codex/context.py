"""Handoffs as the context of a turn.

Codex has four ways of giving its model a text beside the user's message. Only turn/start's additionalContext does all that a
handoff has to do: it becomes developer messages that stand before the message, it is written into the thread with the turn, so that
forks behind the turn have it and forks before it do not, and it goes when its turn is reverted. Items of thread/inject_items belong
to no turn: they stay when the turn behind them is reverted, and when the turn was never started. developerInstructions count
at thread/start alone, and those of a collaboration mode are sticky, reverts included.

Versions that still have thread/rollback leave such context behind when they drop its turn; they get handoffs in the user's message.
"""

from collections.abc import Sequence
from typing import Any

PIECE_BYTES = 3500
"""Codex cuts the middle out of a value above 4000 bytes (1000 tokens by its own estimate)."""


def turn_context(handoffs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """additionalContext with these texts in their order, which is that of its keys: a long one in several values, uncut."""
    context = {}
    for number, text in enumerate(handoffs, 1):
        parts = pieces(text)
        for part, piece in enumerate(parts, 1):
            key = f"handoff-{number:03}" + (f"-part-{part:03}-of-{len(parts):03}" if len(parts) > 1 else "")
            context[key] = {"kind": "application", "value": piece}
    return context


def pieces(text: str) -> list[str]:
    """The text in parts of no more than PIECE_BYTES, cut behind line ends where there are some, else behind spaces, else anywhere."""
    parts = []
    while len(text.encode()) > PIECE_BYTES:
        room = len(text.encode()[:PIECE_BYTES].decode(errors="ignore"))
        end = text.rfind("\n", 0, room) + 1 or text.rfind(" ", 0, room) + 1 or room
        parts.append(text[:end])
        text = text[end:]
    return [*parts, text]
