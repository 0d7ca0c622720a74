"""What OpenLineage's own Python client takes: its classes, which are generated from the published JSON Schemas.

From those classes a JSON Schema is made again, to check events without the network: the fields that there are, which of them have to
be there, and the formats that the client checks.
"""

import typing
from enum import Enum
from typing import Any

import attr
from openlineage.client.generated import (
    base,
    dataset_version_dataset,
    documentation_job,
    error_message_run,
    job_type_job,
    parent_run,
    processing_engine_run,
)

STANDARD_FACETS = [
    dataset_version_dataset.DatasetVersionDatasetFacet,
    documentation_job.DocumentationJobFacet,
    error_message_run.ErrorMessageRunFacet,
    job_type_job.JobTypeJobFacet,
    parent_run.ParentRunFacet,
    processing_engine_run.ProcessingEngineRunFacet,
]
FORMATS = {"eventTime": "date-time", "runId": "uuid", "producer": "uri", "schemaURL": "uri", "_producer": "uri", "_schemaURL": "uri"}
ALWAYS = ("producer", "schemaURL", "_producer", "_schemaURL")
"""The client fills these in; the specification requires them."""


def published_schema(of: type) -> dict[str, Any]:
    """The JSON Schema of a class, for example RunEvent. Facets are checked as facets; what makes one of a kind is checked by facet_schema()."""
    if of is base.BaseFacet or (isinstance(of, type) and issubclass(of, base.BaseFacet) and of not in STANDARD_FACETS):
        return _object(base.BaseFacet, additional=True)
    return _object(of, additional=False)


def facet_schema(of: type) -> tuple[str, dict[str, Any]]:
    """The address that a standard facet's schema is published at, and the schema."""
    return of._get_schema(), _object(of, additional=True)  # type: ignore[attr-defined]


def _object(of: type, additional: bool) -> dict[str, Any]:
    hints = typing.get_type_hints(of)
    fields = [field for field in attr.fields(of) if not field.name.startswith("_") or field.name in FORMATS]
    required = [field.name for field in fields if field.default is attr.NOTHING or field.name in ALWAYS]
    properties = {field.name: _of(hints[field.name], field.name) for field in fields}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": additional}


def _of(hint: Any, name: str) -> dict[str, Any]:
    arguments = [argument for argument in typing.get_args(hint) if argument is not type(None)]
    match typing.get_origin(hint):
        case None:
            return _plain(hint, name)
        case origin if origin is list:
            return {"type": "array", "items": _of(arguments[0], name)}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": _of(arguments[1], name)}
        case _:
            return _of(arguments[0], name)


def _plain(hint: type, name: str) -> dict[str, Any]:
    if issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    if attr.has(hint):
        return published_schema(hint)
    types = {str: "string", bool: "boolean", int: "integer", float: "number"}
    return {"type": types[hint], **({"format": FORMATS[name]} if name in FORMATS else {})}
