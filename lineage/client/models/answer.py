"""The shape that all answers have."""

from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.alias_generators import to_camel

T = TypeVar("T")


class Answer(BaseModel):
    """A part of an answer. Fields are the API's own in snake_case; one that the API may leave null may be None."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class Part(Answer, Generic[T]):
    """A part of a list, and how to get the next: the same question with after=end_cursor."""

    nodes: tuple[T, ...]
    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None

    @model_validator(mode="before")
    @classmethod
    def _flattened(cls, given: Any) -> Any:
        """The API's connection: nodes out of their edges, and pageInfo's fields beside them."""
        if not isinstance(given, dict) or "pageInfo" not in given:
            return given
        flat = {name: value for name, value in given.items() if name not in ("pageInfo", "edges")} | given["pageInfo"]
        if "edges" in given:
            flat["nodes"] = [edge["node"] for edge in given["edges"]]
        return flat


class Page(Part[T], Generic[T]):
    """A part of a list that also says how many there are in all."""

    total_count: int
