"""Each query says itself which workspace it is of: none relies on ids that another workspace could have as well."""

import re

import pytest

from lineage.store.queries import cypher_folder, query_files, text_of

OF_ALL = {
    "applied_migrations": "migrations are of the whole store",
    "record_migration": "migrations are of the whole store",
    "rolled_up_workspaces": "tells which there are, to count in each",
    "waiting_handoffs": "the summarizer works for every workspace, and is told of which each handoff is",
    "workspaces": "tells which there are, to verify each",
    "occupied_workspaces": "tells which there are, before a backup is restored into none of them",
    "token": "a token tells the workspace of the request",
    "write_tokens": "a backup brings tokens of several workspaces back, each row with its own",
}
"""Queries that start without a workspace, and why they may."""

_NODE = re.compile(r"\((\w*):(\w+)\s*(\{[^}]*\})?\)")
QUERIES = [name for name, path in query_files().items() if path.parent != cypher_folder() / "schema"]


def unconfined(text: str) -> list[str]:
    """The nodes that a text looks for without a workspace: neither their own properties say it, nor does a relationship lead to them."""
    found = []
    for node in _NODE.finditer(text):
        before, after = text[: node.start()].rstrip(), text[node.end() :].lstrip()
        is_led_to = before.endswith(("-", "->")) or after.startswith(("-", "<-"))
        properties = node[3] or ""
        if "workspace" not in properties and (properties or not is_led_to):
            found.append(node[0])
    return found


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_looks_in_one_workspace(name: str) -> None:
    found = unconfined(text_of(name))
    assert bool(found) == (name in OF_ALL), found


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (t:Thread {id: $id})",
        "MATCH (t:Thread)",
        "MERGE (:Run {id: 1})-[:IN]->(t)",
        "MATCH (t)<-[:IN]-(r:Run {ordinal: 3})",
        "CREATE (r:Run)",
    ],
)
def test_a_query_that_does_not_would_be_seen(text: str) -> None:
    assert unconfined(text)


def test_the_exceptions_are_there() -> None:
    assert set(OF_ALL) <= set(QUERIES)
