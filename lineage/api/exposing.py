"""GraphQL types over the domain's models: a type class adds relations, the model's own fields come from the model."""

import typing
from collections.abc import Callable, Collection
from inspect import cleandoc
from types import UnionType
from typing import Any, get_args, get_origin

import strawberry
from pydantic import BaseModel
from strawberry.scalars import JSON

from lineage.api import enums as enums
from lineage.api.types.points import RunSegment
from lineage.domain import points

_TYPES: dict[Any, Any] = {points.RunSegment: RunSegment, Any: JSON | None}
"""What stands for a domain type in GraphQL; models are added as they are exposed."""

C = typing.TypeVar("C", bound=type)


def exposes(model: type[BaseModel], *, hide: Collection[str] = ()) -> Callable[[C], C]:
    """Makes a class the GraphQL type of a model, of the same name: the model's fields but for the hidden ones, and the class's own.

    Fields named id or …_id hold ids; those that the class defines itself are left to it.
    """

    def decorate(cls: C) -> C:
        own = vars(cls).get("__annotations__", {})
        fields = {
            name: _annotation(name, field.annotation)
            for name, field in model.model_fields.items()
            if name not in hide and name not in vars(cls)
        }
        cls.__annotations__ = {**fields, **own}
        exposed = strawberry.type(cls, name=model.__name__, description=cleandoc(told) if (told := vars(model).get("__doc__")) else None)
        _TYPES[model] = exposed
        return exposed

    return decorate


def _annotation(name: str, annotation: Any) -> Any:
    if name == "id" or name.endswith(("_id", "_ids")):
        return _of_ids(annotation)
    return _translated(annotation)


def _of_ids(annotation: Any) -> Any:
    if annotation is str:
        return strawberry.ID
    if get_origin(annotation) is tuple:
        return list[strawberry.ID]
    return strawberry.ID | None


def _translated(annotation: Any) -> Any:
    if annotation in _TYPES:
        return _TYPES[annotation]
    origin = get_origin(annotation)
    if origin is tuple:
        return list[_translated(get_args(annotation)[0])]
    if origin in (UnionType, typing.Union):
        inner = next(part for part in get_args(annotation) if part is not type(None))
        return typing.Optional[_translated(inner)]  # noqa: UP045 - the inner type is known only here
    return annotation
