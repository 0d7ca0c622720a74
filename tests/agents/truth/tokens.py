"""Unique words in messages, by which one sees which runs a request to the model holds, and how."""

import re
from dataclasses import dataclass
from uuid import uuid4

from tests.agents.models.server import Asked

_TOKEN = re.compile(r"\btok[0-9a-f]{12}\b")


def new_token() -> str:
    return f"tok{uuid4().hex[:12]}"


def tokens_in(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(token for text in texts for token in _TOKEN.findall(text))


@dataclass(frozen=True)
class Expected:
    """What a request may hold: the tokens of the runs known natively, and of those that handoffs in effect cover; own is this run's."""

    own: str
    native: frozenset[str]
    handed_over: frozenset[str]


def faults(asked: Asked, expected: Expected) -> list[str]:
    """What is wrong with a request; empty when it is the truth."""
    said, beside = tokens_in(asked.conversation), tokens_in(asked.beside)
    wanted = expected.native | {expected.own}
    found = []
    if missing := wanted - said:
        found.append(f"known natively, but not in the conversation: {sorted(missing)}")
    if extra := said - wanted:
        found.append(f"in the conversation, but not known natively: {sorted(extra)}")
    if strange := beside - expected.handed_over:
        found.append(f"in texts beside the conversation, but covered by no handoff in effect: {sorted(strange)}")
    return found
