"""Which fields are asked for below a field."""

import asyncio

import pytest
import strawberry

from lineage.api.context import selected, selects


@strawberry.type
class Node:
    id: str = "an id"
    name: str = "a name"

    @strawberry.field
    def node(self) -> "Node":
        return Node()


def asked(below: str, *path: str) -> tuple[set[str], bool]:
    """What is selected at a path below the field node, and whether the field's own selection asks for a name."""
    told: list[tuple[set[str], bool]] = []

    @strawberry.type
    class Query:
        @strawberry.field
        def node(self, info: strawberry.Info) -> Node:
            told.append((selected(info, *path), selects(info, "name")))  # type: ignore[arg-type]
            return Node()

    result = asyncio.run(strawberry.Schema(Query).execute(below))
    assert result.errors is None
    (found,) = told
    return found


@pytest.mark.parametrize(
    ("below", "path", "expected"),
    [
        ("{ id }", (), {"id"}),
        ("{ other: id ... { name } }", (), {"id", "name"}),
        ("{ id ... on Node { ... { node { name } } } }", (), {"id", "node"}),
        ("{ id name @include(if: false) }", (), {"id", "name"}),
        ("{ id }", ("node",), set()),
        ("{ node { id } other: node { name } }", ("node",), {"id", "name"}),
        ("{ node { node { name } } }", ("node", "node"), {"name"}),
        ("{ node { node { name } } }", ("node",), {"node"}),
    ],
)
def test_fields_are_found_at_a_path_and_in_fragments(below: str, path: tuple[str, ...], expected: set[str]) -> None:
    found, named = asked(f"{{ node {below} }}", *path)
    assert found == expected
    assert named == ("name" in expected and not path)


FRAGMENTS = "fragment Named on Node { name ...Deeper } fragment Deeper on Node { node { ... { deep: id } } }"


def test_fields_are_found_in_named_fragments() -> None:
    assert asked(f"{{ node {{ ...Named }} }} {FRAGMENTS}") == ({"name", "node"}, True)
    assert asked(f"{{ node {{ ...Named }} }} {FRAGMENTS}", "node")[0] == {"id"}


def test_fields_that_are_asked_for_in_two_places_count_together() -> None:
    twice = f"{{ node {{ id node {{ id }} }} ... {{ node {{ name node {{ ...Named }} }} }} }} {FRAGMENTS}"
    assert asked(twice) == ({"id", "node", "name"}, True)
    assert asked(twice, "node")[0] == {"id", "name", "node"}
