"""OpenLineage events against the JSON Schemas as they are published, with a folder of which LINEAGE_OPENLINEAGE_SPEC is told.

That is the folder `spec` of OpenLineage's repository (OpenLineage.json, and the facets in facets/), which this one has no copy of.
Without it test_openlineage.py still checks against the classes that OpenLineage's client generates from these schemas.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.exporters.planted import nasty
from tests.exporters.story import story
from tests.exporters.test_openlineage import CHECKED, events_of, facets_in

SPEC = Path(os.environ.get("LINEAGE_OPENLINEAGE_SPEC", "not-told"))
pytestmark = pytest.mark.skipif(not SPEC.is_dir(), reason="LINEAGE_OPENLINEAGE_SPEC names no folder")


def published() -> dict[str, dict[str, Any]]:
    """The schemas by the names of their files."""
    paths = [SPEC / "OpenLineage.json", *sorted((SPEC / "facets").glob("*.json"))]
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def validator_of(schema: dict[str, Any], schemas: dict[str, dict[str, Any]]) -> Draft202012Validator:
    """What a schema refers to is taken from the folder, of whichever version."""

    def found(address: str) -> Resource[Any]:
        return Resource.from_contents(schemas[address.rpartition("/")[2]])

    return Draft202012Validator(schema, registry=Registry(retrieve=found), format_checker=CHECKED)


@pytest.mark.parametrize("parts", [story(), nasty()], ids=["story", "nasty"])
async def test_each_event_is_what_the_published_schema_says(parts: list[Any]) -> None:
    schemas = published()
    validator = validator_of(schemas["OpenLineage.json"], schemas)
    events = await events_of(parts)
    assert len(events) > 20
    for event in events:
        validator.validate(event)


async def test_each_standard_facet_is_what_its_published_schema_says() -> None:
    schemas, checked = published(), set()
    for facet in facets_in([*await events_of(story()), *await events_of(nasty())]):
        address = facet["_schemaURL"]
        name = address.partition("#")[0].rpartition("/")[2]
        if name in schemas:
            validator_of({"$ref": address}, schemas).validate(facet)
            checked.add(name)
    assert {"ParentRunFacet.json", "ErrorMessageRunFacet.json", "JobTypeJobFacet.json"} <= checked
