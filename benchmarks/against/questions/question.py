"""What a question is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

LINEAGE = "lineage"
POSTGRES = "postgres"
FLOOR = "floor"
GENERATED = "generated"
CYPHER = "cypher"
LANGGRAPH = "langgraph"
PEERS = (LINEAGE, FLOOR, GENERATED, CYPHER, POSTGRES, LANGGRAPH)

Fact = Callable[[Any], Any]
"""From an answer to what of it has to be the same with every peer that is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in one peer's words: a GraphQL document, or the name of a statement; with what the answer has to agree in."""

    text: str
    variables: Mapping[str, Any]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Goal:
    """The most that the service may take, as a multiple of what a peer takes."""

    floor: float
    generated: float | None
    postgres: float


@dataclass(frozen=True, slots=True)
class Question:
    """asked is by peer; what a peer cannot be asked is left out. The service and PostgreSQL are asked the same, and answer the same."""

    name: str
    title: str
    goal: Goal | None
    asked: Mapping[str, Asked]
    heavy: bool = False
    """Takes so long that it is asked less often."""


def both(text: str, variables: Mapping[str, Any], fact: Fact) -> dict[str, Asked]:
    """The same GraphQL for the service and for its twin on PostgreSQL."""
    asked = Asked(" ".join(text.split()), variables, fact)
    return {LINEAGE: asked, POSTGRES: asked}
