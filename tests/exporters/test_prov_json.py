"""PROV-JSON, read by the package prov."""

import json
from typing import Any

import pytest
from prov.model import (
    PROV,
    PROV_ATTR_ACTIVITY,
    PROV_ATTR_AGENT,
    PROV_ATTR_COLLECTION,
    PROV_ATTR_ENTITY,
    PROV_ATTR_GENERAL_ENTITY,
    PROV_ATTR_GENERATED_ENTITY,
    PROV_ATTR_INFORMANT,
    PROV_ATTR_INFORMED,
    PROV_ATTR_SPECIFIC_ENTITY,
    PROV_ATTR_USED_ENTITY,
    ProvActivity,
    ProvAgent,
    ProvAssociation,
    ProvAttribution,
    ProvCommunication,
    ProvDerivation,
    ProvDocument,
    ProvEntity,
    ProvGeneration,
    ProvInvalidation,
    ProvMembership,
    ProvSpecialization,
    ProvUsage,
)

from lineage.exporters.formats import exporter_of
from lineage.exporters.prov_json.document import name
from tests.exporters.planted import NASTY, at, end_of_tree, exported, nasty, of_thread, profiles, run, thread
from tests.exporters.story import story

EXPORTER = exporter_of("prov-json")


async def read(parts: list[Any]) -> ProvDocument:
    return ProvDocument.deserialize(content=(await exported(EXPORTER, parts)).decode(), format="json")


def pairs(document: ProvDocument, kind: type, first: Any, second: Any) -> set[tuple[str, str]]:
    """The relations of a kind, each as the local names of its two ends."""
    found = set()
    for record in document.get_records(kind):
        values = dict(record.formal_attributes)
        found.add((values[first].localpart, values[second].localpart))
    return found


def ids(document: ProvDocument, kind: type) -> set[str]:
    return {record.identifier.localpart for record in document.get_records(kind)}


@pytest.fixture
async def document() -> ProvDocument:
    return await read(story())


async def test_runs_transfers_and_rollbacks_are_activities(document: ProvDocument) -> None:
    found = ids(document, ProvActivity)
    assert {"run/main%20run%207", "run/grandchild%20run%201", "transfer/xm", "rollback/main/13"} <= found
    assert len(found) == 11 + 10 + 1
    (first,) = document.get_record("lineage:run/main%20run%201")
    assert (first.get_startTime(), first.get_endTime()) == (at(1), at(2))
    (rolled_back,) = document.get_record("lineage:rollback/main/13")
    assert rolled_back.get_startTime() == at(9)


async def test_only_runs_that_began_made_content(document: ProvDocument) -> None:
    made = {id for id in ids(document, ProvEntity) if id.startswith("content/")}
    assert made == {f"content/main%20run%20{n}" for n in range(1, 8)} | {
        "content/fork%20run%201",
        "content/fork%20run%202",
        "content/child%20run%201",
    }
    generated = pairs(document, ProvGeneration, PROV_ATTR_ENTITY, PROV_ATTR_ACTIVITY)
    assert {
        ("content/fork%20run%201", "run/fork%20run%201"),
        ("checkpoint/cp", "run/main%20run%203"),
        ("handoff/hm", "transfer/xm"),
    } <= generated
    assert ("thread/child", "run/main%20run%202") in generated


async def test_threads_have_what_their_runs_made(document: ProvDocument) -> None:
    members = pairs(document, ProvMembership, PROV_ATTR_COLLECTION, PROV_ATTR_ENTITY)
    assert ("thread/fork", "content/fork%20run%202") in members
    assert len(members) == 10


async def test_a_run_is_informed_by_what_it_continues(document: ProvDocument) -> None:
    assert ("run/fork%20run%201", "run/main%20run%203") in pairs(document, ProvCommunication, PROV_ATTR_INFORMED, PROV_ATTR_INFORMANT)
    derived = pairs(document, ProvDerivation, PROV_ATTR_GENERATED_ENTITY, PROV_ATTR_USED_ENTITY)
    assert ("content/fork%20run%201", "content/main%20run%203") in derived
    assert ("content/main%20run%207", "content/main%20run%204") in derived


async def test_a_handoff_is_derived_from_what_it_covers_and_used_by_its_run(document: ProvDocument) -> None:
    derived = pairs(document, ProvDerivation, PROV_ATTR_GENERATED_ENTITY, PROV_ATTR_USED_ENTITY)
    assert {("handoff/hm", "range/hm/0"), ("handoff/hm", "range/hm/1"), ("content/main%20run%207", "handoff/hm")} <= derived
    (covered,) = document.get_record("lineage:range/hm/0")
    told = {key.localpart: next(iter(values)) for key, values in ((key, covered.get_attribute(key)) for key, _ in covered.extra_attributes)}
    assert (told["threadId"], told["from"], told["to"]) == ("fork", 1, 2)
    assert ("range/hm/0", "thread/fork") in pairs(document, ProvSpecialization, PROV_ATTR_SPECIFIC_ENTITY, PROV_ATTR_GENERAL_ENTITY)
    assert ("run/main%20run%207", "handoff/hm") in pairs(document, ProvUsage, PROV_ATTR_ACTIVITY, PROV_ATTR_ENTITY)


async def test_what_never_began_is_not_derived_from_its_handoff(document: ProvDocument) -> None:
    derived = pairs(document, ProvDerivation, PROV_ATTR_GENERATED_ENTITY, PROV_ATTR_USED_ENTITY)
    assert not any(used == "handoff/hn" for _, used in derived)
    assert ("run/grandchild%20run%201", "handoff/hn") in pairs(document, ProvUsage, PROV_ATTR_ACTIVITY, PROV_ATTR_ENTITY)


async def test_a_rollback_invalidates_and_a_new_handoff_revises(document: ProvDocument) -> None:
    invalidated = pairs(document, ProvInvalidation, PROV_ATTR_ENTITY, PROV_ATTR_ACTIVITY)
    assert invalidated == {
        ("content/main%20run%205", "rollback/main/13"),
        ("content/main%20run%206", "rollback/main/13"),
        ("handoff/h0", "transfer/x4"),
    }
    revisions = [record for record in document.get_records(ProvDerivation) if PROV["Revision"] in record.get_asserted_types()]
    (revision,) = (dict(record.formal_attributes) for record in revisions)
    assert revision[PROV_ATTR_GENERATED_ENTITY].localpart == "handoff/h4"
    assert revision[PROV_ATTR_USED_ENTITY].localpart == "handoff/h0"


async def test_providers_and_users_are_agents(document: ProvDocument) -> None:
    assert ids(document, ProvAgent) == {"provider/codex", "provider/claude", "actor/USER", "actor/AGENT", "actor/SYSTEM"}
    associated = pairs(document, ProvAssociation, PROV_ATTR_ACTIVITY, PROV_ATTR_AGENT)
    assert ("run/main%20run%204", "provider/claude") in associated
    attributed = pairs(document, ProvAttribution, PROV_ATTR_ENTITY, PROV_ATTR_AGENT)
    assert {("thread/main", "actor/USER"), ("thread/child", "actor/AGENT"), ("handoff/h4", "provider/codex")} <= attributed


async def test_every_end_of_a_relation_is_declared() -> None:
    for parts in (story(), nasty()):
        document = await read(parts)
        declared = {record.identifier for kind in (ProvEntity, ProvActivity, ProvAgent) for record in document.get_records(kind)}
        used = {
            value for record in document.get_records() if record.is_relation() for key, value in record.formal_attributes if _is_name(value)
        }
        assert used <= declared


def _is_name(value: Any) -> bool:
    return hasattr(value, "localpart")


async def test_any_id_is_a_name_of_its_own_and_kept() -> None:
    text = json.loads(await exported(EXPORTER, nasty()))
    assert {entity["lineage:id"] for id, entity in text["entity"].items() if id.startswith("lineage:thread/")} >= set(NASTY)
    assert all(set(id) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/%.~_-") for id in text["entity"])
    assert name("run", "a.") == "lineage:run/a%2E"
    assert name("range", "a/b", 1) != name("range", "a", "b/1")


async def test_a_rollback_without_an_event_is_declared_without_a_time() -> None:
    rolled_back = run("t", 1, rolledBackVersion=4, status="ROLLED_BACK", continues=None)
    document = await read([profiles(), of_thread("t", thread("t"), runs=[rolled_back]), end_of_tree("t")])
    (activity,) = document.get_record("lineage:rollback/t/4")
    assert activity.get_startTime() is None


async def test_an_export_without_threads_is_a_document() -> None:
    assert list((await read([profiles("codex")])).get_records()) == []


async def test_it_comes_back_from_the_package_as_it_went_in_and_equal_parts_give_equal_bytes(document: ProvDocument) -> None:
    again = ProvDocument.deserialize(content=document.serialize(format="json"), format="json")
    assert again == document
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())
