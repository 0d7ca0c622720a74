"""Arguments of methods as variables of GraphQL."""

from datetime import datetime
from typing import Any

from pydantic.alias_generators import to_camel

from lineage.client.inputs import Input


def as_variable(value: Any) -> Any:
    """An argument as JSON takes it: inputs without what they leave out, all else as it is."""
    if isinstance(value, Input):
        return as_variables({name: getattr(value, name) for name in type(value).model_fields})
    if isinstance(value, list | tuple):
        return [as_variable(part) for part in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def as_variables(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments by the names of the API. What is None is left out: the service then takes its own default.

    A name that Python keeps for itself ends with an underscore here, as in from_.
    """
    return {to_camel(name.removesuffix("_")): as_variable(value) for name, value in given.items() if value is not None}
