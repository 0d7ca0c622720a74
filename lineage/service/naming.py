"""Which things a command names, by the names of its fields."""

from typing import Any

_KINDS = (
    ("provider_thread_id", "providerThread"),
    ("thread_id", "thread"),
    ("run_id", "run"),
    ("handoff_id", "handoff"),
)
"""How a field's name ends, and what its value is an id of; the first that fits counts."""


def named_in(command: Any) -> list[list[str]]:
    """[kind, id] of all threads, runs, provider threads and handoffs that a command's JSON names, in the order of its fields."""
    if isinstance(command, list):
        return [named for part in command for named in named_in(part)]
    if not isinstance(command, dict):
        return []
    found = []
    for name, value in command.items():
        if isinstance(value, str):
            found += [[kind, value] for ending, kind in _KINDS if name.endswith(ending)][:1]
        else:
            found += named_in(value)
    return found
