"""The commands' inputs as GraphQL input types of the same names."""

from typing import Any

import strawberry.pydantic

from lineage.api import enums as enums
from lineage.service import history_inputs, inputs

_PLAIN = (inputs.Input, inputs.Command)
_models: list[Any] = [
    found
    for module in (inputs, history_inputs)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, inputs.Input) and found not in _PLAIN and found.__module__ == module.__name__
]
for _model in _models:
    strawberry.pydantic.input(_model)
