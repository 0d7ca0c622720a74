"""OpenLineage events: of the published form, and telling what reached each run."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from openlineage.client.generated.base import RunEvent
from referencing import Registry, Resource

from lineage.exporters.formats import exporter_of
from tests.exporters.openlineage_classes import STANDARD_FACETS, facet_schema, published_schema
from tests.exporters.planted import NASTY, end_of_tree, exported, nasty, of_thread, profiles, run, thread
from tests.exporters.story import story

EXPORTER = exporter_of("openlineage")

OWN = sorted((Path(__file__).parents[2] / "docs" / "openlineage").glob("*.json"))
BASE = "https://openlineage.io/spec/2-0-2/OpenLineage.json"
BASE_FACETS = ("RunFacet", "JobFacet", "DatasetFacet", "InputDatasetFacet")
FACETS = dict(facet_schema(of) for of in STANDARD_FACETS)
CHECKED = FormatChecker()


@CHECKED.checks("date-time", raises=ValueError)
def is_time(value: object) -> bool:
    return datetime.fromisoformat(str(value)).utcoffset() is not None


@CHECKED.checks("uri")
def is_uri(value: object) -> bool:
    scheme, colon, rest = str(value).partition(":")
    return bool(colon and rest) and scheme.isascii() and scheme.isalpha() and not any(sign.isspace() for sign in rest)


@CHECKED.checks("uuid", raises=ValueError)
def is_uuid(value: object) -> bool:
    return str(UUID(str(value))) == value


def own_schemas() -> Registry[Any]:
    facet = {"type": "object", "required": ["_producer", "_schemaURL"]}
    base = Resource.from_contents({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict.fromkeys(BASE_FACETS, facet)})
    schemas = [Resource.from_contents(json.loads(path.read_text(encoding="utf-8"))) for path in OWN]
    return Registry().with_resource(BASE, base).with_resources((schema.id() or "", schema) for schema in schemas)


REGISTRY: Registry[Any] = own_schemas()


async def events_of(parts: list[Any]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (await exported(EXPORTER, parts)).splitlines()]


def facets_in(value: Any) -> list[dict[str, Any]]:
    """Every facet in an event."""
    if isinstance(value, list):
        return [facet for found in value for facet in facets_in(found)]
    if not isinstance(value, dict):
        return []
    return [*([value] if "_schemaURL" in value else []), *(facet for found in value.values() for facet in facets_in(found))]


def by_name(events: list[dict[str, Any]], run_id: str) -> list[dict[str, Any]]:
    return [event for event in events if event["run"]["facets"].get("lineage_run", {}).get("run") == run_id]


def names(datasets: list[dict[str, Any]]) -> list[str]:
    return [dataset["name"] for dataset in datasets]


@pytest.mark.parametrize("parts", [story(), nasty()], ids=["story", "nasty"])
async def test_events_are_of_the_published_form(parts: list[Any]) -> None:
    validator = Draft202012Validator(published_schema(RunEvent), format_checker=CHECKED)
    events = await events_of(parts)
    assert len(events) > 20
    for event in events:
        validator.validate(event)


@pytest.mark.parametrize("parts", [story(), nasty()], ids=["story", "nasty"])
async def test_each_facet_is_what_its_schema_says(parts: list[Any]) -> None:
    seen = set()
    for facet in facets_in(await events_of(parts)):
        address = facet["_schemaURL"]
        seen.add(address)
        if address.startswith("urn:"):
            schema = {"$ref": address, "unevaluatedProperties": False, "properties": {"_producer": True, "_schemaURL": True}}
        else:
            schema = FACETS[address]
            assert facet.keys() <= schema["properties"].keys()
        Draft202012Validator(schema, registry=REGISTRY, format_checker=CHECKED).validate(facet)
    assert {address.rpartition("/")[2] for address in seen} >= {path.stem for path in OWN}


def test_the_check_finds_what_is_wrong() -> None:
    validator = Draft202012Validator(published_schema(RunEvent), format_checker=CHECKED)
    wrong = {"eventTime": "yesterday", "eventType": "END", "run": {"runId": "r"}, "job": {"namespace": "n"}, "producer": "no uri"}
    found = {error.message for error in validator.iter_errors(wrong)}
    assert found == {
        "'yesterday' is not a 'date-time'",
        "'END' is not one of ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER']",
        "'r' is not a 'uuid'",
        "'name' is a required property",
        "'no uri' is not a 'uri'",
        "'schemaURL' is a required property",
    }


async def test_each_run_starts_and_ends_once() -> None:
    events = await events_of(story())
    assert [event["eventType"] for event in by_name(events, "main run 1")] == ["START", "COMPLETE"]
    assert [event["eventType"] for event in by_name(events, "main run 2")] == ["START", "FAIL"]
    assert [event["eventType"] for event in by_name(events, "main run 6")] == ["START", "ABORT"]
    assert [event["eventType"] for event in by_name(events, "main run 7")] == ["START"]
    assert [event["eventTime"] for event in by_name(events, "main run 1")] == ["2026-01-31T09:31:00.000250Z", "2026-01-31T09:32:00.000250Z"]


async def test_inputs_are_what_a_run_continues_and_the_handoffs_that_it_was_given_by_position() -> None:
    events = await events_of(story())
    assert names(by_name(events, "main run 3")[-1]["inputs"]) == ["run/main run 2", "handoff/hr"]
    assert names(by_name(events, "main run 7")[0]["inputs"]) == ["run/main run 4", "handoff/hp", "handoff/hm"]
    assert names(by_name(events, "main run 4")[1]["inputs"]) == ["handoff/h4"]


async def test_a_handoff_reads_the_ranges_that_it_covers() -> None:
    events = await events_of(story())
    start, end = (
        event for event in events if "handoff/hm" in names(event["outputs"]) or (event["outputs"] == [] and _covers(event, "fork"))
    )
    assert (start["eventType"], end["eventType"]) == ("START", "COMPLETE")
    assert [(found["name"], _range(found)) for found in end["inputs"]] == [("thread/fork", (1, 2)), ("thread/main", (1, 2))]
    assert end["outputs"][0]["facets"]["lineage_handoff"]["transferType"] == "MERGE_BACK"


def _range(dataset: dict[str, Any]) -> tuple[int, int]:
    facet = dataset["inputFacets"]["lineage_range"]
    return facet["from"], facet["to"]


def _covers(event: dict[str, Any], thread_id: str) -> bool:
    return f"thread/{thread_id}" in names(event["inputs"])


async def test_outputs_are_the_content_of_the_run_and_its_thread_at_that_ordinal() -> None:
    (run, thread) = by_name(await events_of(story()), "main run 3")[1]["outputs"]
    assert (run["name"], thread["name"], thread["facets"]["version"]["datasetVersion"]) == ("run/main run 3", "thread/main", "3")


async def test_a_run_that_never_began_made_nothing() -> None:
    end = by_name(await events_of(story()), "grandchild run 1")[1]
    assert (end["eventType"], end["outputs"], end["run"]["facets"]["lineage_run"]["begun"]) == ("FAIL", [], False)


async def test_a_subagent_names_the_run_that_spawned_it_and_a_fork_does_not() -> None:
    events = await events_of(story())
    (spawning, *_) = by_name(events, "main run 2")
    parent = by_name(events, "child run 1")[0]["run"]["facets"]["parent"]
    assert parent["run"]["runId"] == spawning["run"]["runId"]
    assert parent["job"] == {"namespace": "lineage", "name": "thread/main"}
    assert "parent" not in by_name(events, "fork run 1")[0]["run"]["facets"]


async def test_provider_model_failure_and_checkpoint_are_facets() -> None:
    events = await events_of(story())
    assert by_name(events, "main run 4")[0]["run"]["facets"]["processing_engine"]["version"] == "m-1"
    assert by_name(events, "main run 2")[0]["run"]["facets"]["errorMessage"]["message"] == "exit 1"
    assert by_name(events, "main run 3")[0]["run"]["facets"]["lineage_run"]["workspaceRef"] == "abc"
    assert by_name(events, "main run 5")[0]["run"]["facets"]["lineage_run"]["rolledBackVersion"] == 13


async def test_superseded_and_failed_handoffs_say_so() -> None:
    events = await events_of(story())
    old = next(event for event in events if names(event["outputs"]) == ["handoff/h0"])
    new = next(event for event in events if names(event["outputs"]) == ["handoff/h4"])
    assert old["outputs"][0]["facets"]["lineage_handoff"]["status"] == "SUPERSEDED"
    assert new["outputs"][0]["facets"]["lineage_handoff"]["supersedes"] == "h0"
    (failed,) = (event for event in events if event["eventType"] == "FAIL" and event["job"]["name"] == "handoffs-into/grandchild")
    assert failed["run"]["facets"]["errorMessage"]["message"] == "no summary came"


async def test_any_id_is_kept() -> None:
    events = await events_of(nasty())
    assert {event["run"]["facets"]["lineage_run"]["thread"] for event in events if "lineage_run" in event["run"]["facets"]} >= set(NASTY)
    assert len({event["run"]["runId"] for event in events}) == 3 * len(NASTY)


async def test_two_trees_do_not_mix() -> None:
    parts = [profiles()]
    for name in ("a", "b"):
        parts += [of_thread(name, thread(name), runs=[run(name, 1, continues=None)]), end_of_tree(name)]
    assert [event["job"]["name"] for event in await events_of(parts)] == ["thread/a", "thread/a", "thread/b", "thread/b"]


async def test_equal_parts_give_equal_bytes_and_a_thread_without_runs_gives_none() -> None:
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())
    assert await exported(EXPORTER, [of_thread("t", thread("t")), end_of_tree("t")]) == b""
