"""Objects with fields of every kind, and with values that are not what their types say."""

import asyncio
import random
from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum, StrEnum
from typing import Any

import strawberry
from graphql import Undefined
from strawberry.scalars import JSON


@strawberry.enum
class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class OtherColour(StrEnum):
    RED = "red"


@strawberry.type
class Plain:
    text: str
    maybe_text: str | None
    whole: int
    number: float
    yes: bool
    id: strawberry.ID
    colour: Colour
    maybe_colour: Colour | None
    at: datetime
    day: date
    data: JSON
    maybe_data: JSON | None
    texts: list[str]
    maybe_texts: list[str | None] | None
    rows: list[list[int]]
    plain: "Plain | None"
    plains: "list[Plain]"
    maybe_plains: "list[Plain | None] | None"

    @strawberry.field
    def worked_out(self, times: int = 2) -> str:
        if times > 3:
            raise ValueError("too often")
        return "x" * times

    @strawberry.field
    async def waited_for(self) -> "Plain | None":
        await asyncio.sleep(0)
        return self.plain if isinstance(self, Plain) else None

    @strawberry.field
    async def one_or_other(self) -> "list[Plain | Other]":
        return [Other(name="other"), Plain(**values_of(random.Random(1), 0))]


@strawberry.type
class Other:
    name: str


class Attributes:
    """Any object with attributes, as domain models are."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


async def _coroutine() -> str:
    return "waited for"


class Waits:
    """Something to be awaited, again and again."""

    def __await__(self) -> Any:
        return _coroutine().__await__()


ODD: tuple[Any, ...] = (
    None, Undefined, ValueError("a value that is an error"), "text", 7, -(2**31), 2**31, 2**70, 1.0, 1.5, float("nan"), float("inf"),
    True, b"bytes", Colour.RED, Colour.BLUE, OtherColour.RED, "red", "RED", datetime(2026, 1, 2, tzinfo=UTC),
    datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=timezone(timedelta(hours=2))), date(2026, 1, 2), {"a": [1, None]}, [], ["a", None], ("a", "b"),
    [1, 2], [[1], [2, "x"], None], {"a"}, Waits(), [Waits()], iter(()), object(),
)  # fmt: skip


def values_of(chance: random.Random, depth: int, odd: tuple[int, ...] = (0, 0, 0, 1, 2)) -> dict[str, Any]:
    """An object's values; odd is how many of them may be what their types do not say."""

    def below() -> Any:
        kind = chance.choice([Plain, Attributes])
        return kind(**values_of(chance, depth - 1))

    values: dict[str, Any] = {
        "text": "text", "maybe_text": chance.choice([None, "perhaps"]), "whole": chance.choice([0, 2**31 - 1, -(2**31)]), "number": 0.5,
        "yes": chance.random() < 0.5, "id": strawberry.ID("id"), "colour": Colour.RED, "maybe_colour": chance.choice([None, Colour.BLUE]),
        "at": datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC), "day": date(2026, 1, 2), "data": {"a": [1, None]}, "maybe_data": None,
        "texts": ("a", "b"), "maybe_texts": chance.choice([None, ["a", None]]), "rows": [[1], [], [2, 3]],
        "plain": below() if depth > 0 else None,
        "plains": [below() for _ in range(chance.randrange(3))] if depth > 0 else [],
        "maybe_plains": [None, below()] if depth > 0 else None,
    }  # fmt: skip
    for name in chance.sample(sorted(values), chance.choice(odd)):
        values[name] = chance.choice(ODD)
    return values
