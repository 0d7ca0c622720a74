"""The kinds of rows, with the links that their rows have beside the properties."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lineage.domain.kinds import ParentRelationship
from lineage.store.records import shapes
from lineage.store.records.shapes import Read, Shape


@dataclass(frozen=True, slots=True)
class Kind:
    """rows names the list of Records that has its rows; links are in the order in which they are written."""

    rows: str
    shape: Shape
    links: Mapping[str, Read]


def _or_null(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _ranges(value: Any) -> list[list[Any]]:
    """[thread id, from, to], inclusive."""
    if not isinstance(value, list) or not all(_is_range(part) for part in value):
        raise ValueError("a list of ranges, each a thread's id and two ordinals in order")
    return value


def _is_range(part: Any) -> bool:
    return (
        isinstance(part, list)
        and len(part) == 3
        and isinstance(part[0], str)
        and type(part[1]) is int
        and type(part[2]) is int
        and 1 <= part[1] <= part[2] <= shapes.MAX_INTEGER
    )


def _turns(value: Any) -> list[str | None]:
    if not isinstance(value, list) or not all(turn is None or isinstance(turn, str) for turn in value):
        raise ValueError("a list of the turns' native references, null where there is none")
    return value


def _checkpoint(value: Any) -> dict[str, Any] | None:
    return None if value is None else shapes.CHECKPOINT.read(value)


KINDS: Mapping[str, Kind] = {
    "provider": Kind("providers", shapes.PROVIDER, {}),
    "thread": Kind(
        "threads",
        shapes.THREAD,
        {
            "parentId": _or_null(shapes.id),
            "by": _or_null(shapes.word_of(ParentRelationship)),
            "sourceRunId": _or_null(shapes.id),
            "sourceVersion": _or_null(shapes.number),
            "lockMade": _or_null(shapes.number),
        },
    ),
    "providerThread": Kind(
        "provider_threads",
        shapes.PROVIDER_THREAD,
        {"threadId": shapes.id, "forkOf": _or_null(shapes.id), "adopts": _or_null(shapes.id), "inherits": _ranges},
    ),
    "run": Kind(
        "runs",
        shapes.RUN,
        {"providerThreadId": shapes.id, "continues": _or_null(shapes.id), "turns": _turns, "checkpoint": _checkpoint},
    ),
    "item": Kind("items", shapes.ITEM, {}),
    "compaction": Kind("compactions", shapes.COMPACTION, {"providerThreadId": shapes.id, "runId": shapes.id}),
    "event": Kind("events", shapes.EVENT, {}),
    "transfer": Kind("transfers", shapes.TRANSFER, {"sourceThreadId": shapes.id, "targetThreadId": shapes.id, "carries": _ranges}),
    "handoff": Kind(
        "handoffs",
        shapes.HANDOFF,
        {
            "transferId": shapes.id,
            "providerThreadId": shapes.id,
            "runId": _or_null(shapes.id),
            "position": _or_null(shapes.number),
            "covers": _ranges,
            "supersedes": _or_null(shapes.id),
        },
    ),
}
"""By the name that a row of it has in an export, in the order in which the rows of one part are written."""
