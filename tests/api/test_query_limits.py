"""How large an answer is taken to be, and which documents are looked at at all (design 8)."""

from dataclasses import replace
from typing import Any

import pytest
from graphql import build_schema, parse

from lineage.api.answer_size import PageSizes, answer_size, page_variables
from lineage.api.document_shape import ShapeLimits, check_shape
from lineage.errors import TooComplex

SCHEMA = build_schema(
    """
    type Query { one: Thing, many: [Thing!]!, page(first: Int, after: String): Page!, tree(first: Int): Tree!, either: Either, named(first: ID): Thing }
    type Thing { name: String, next: Thing, all: [Thing!], page(first: Int): Page! }
    type Other { all: [Thing!] }
    union Either = Thing | Other
    type Page { edges: [Edge!]!, count: Int }
    type Edge { node: Thing! }
    type Tree { nodes: [Thing!]! }
    """
)
PAGES = PageSizes(50, {("Query", "tree"): 2000})


def size(query: str, operation: str | None = None, **variables: Any) -> int:
    return answer_size(SCHEMA, parse(query), operation, variables, PAGES)


@pytest.mark.parametrize(
    ("query", "objects"),
    [
        ("{ one { name } }", 1),
        ("{ one { next { next { name } } } }", 3),
        ("{ many { name } }", 5),
        ("{ many { all { name } } }", 5 * (1 + 5)),
        ("{ page { count } }", 1),
        ("{ page { edges { node { name } } } }", 1 + 50 * 2),
        ("{ page(first: 3) { edges { node { name } } } }", 1 + 3 * 2),
        ("{ page(first: 3) { edges { node { page(first: 4) { edges { node { name } } } } } } }", 1 + 3 * (2 + 1 + 4 * 2)),
        ("{ page(first: 3) { edges { node { all { name } } } } }", 1 + 3 * (2 + 5)),
        ("{ tree { nodes { next { name } } } }", 1 + 2000 * 2),
        ("{ tree(first: 7) { nodes { name } } }", 1 + 7),
        ("{ page(first: -5) { edges { node { name } } } }", 1 + 2),
        ('{ named(first: "9") { name } }', 1),
        ("{ either { ... on Thing { all { name } } ... on Other { all { name } } } }", 1 + 5 + 5),
        ("{ ...a ...a } fragment a on Query { many { name } }", 10),
        ("{ __schema { types { name } } one { name } }", 1),
        ("{ one { unknown { name } } }", 1),
        ("query a { one { name } } query b { many { name } }", 1),
    ],
)
def test_objects_count_as_often_as_they_may_be_there(query: str, objects: int) -> None:
    assert size(query) == objects


def test_variables_count_with_their_values_or_defaults() -> None:
    query = "query($n: Int = 4) { page(first: $n) { edges { node { name } } } }"
    assert size(query) == 1 + 4 * 2
    assert size(query, n=9) == 1 + 9 * 2
    assert size(query, n=None) == 1 + 50 * 2
    # GraphQL takes a whole number for an Int however JSON writes it.
    assert size(query, n=9.0) == 1 + 9 * 2
    assert size(query, n=[9]) == 1 + 50 * 2
    assert size("query($n: Int) { page(first: $n) { edges { node { name } } } }") == 1 + 50 * 2


def test_only_variables_of_pages_tell_the_size() -> None:
    query = "query($n: Int, $m: Int, $id: ID) { named(first: $id) { page(first: $n) { count } } ...f } fragment f on Query { tree(first: $m) { nodes { name } } }"
    assert set(page_variables(parse(query))) == {"id", "n", "m"}
    assert page_variables(parse("query($n: Int) { one { name @skip(if: $n) } }")) == ()


def test_the_operation_that_is_asked_for_counts() -> None:
    assert size("query a { one { name } } query b { many { name } }", "b") == 5
    assert size("query a { one { name } }", "unknown") == 0


def test_fragments_that_double_are_counted_in_no_time() -> None:
    fragments = " ".join(
        f"fragment f{number} on Thing {{ a: next {{ ...f{number + 1} }} b: next {{ ...f{number + 1} }} }}" for number in range(60)
    )
    assert size(f"{{ one {{ ...f0 }} }} {fragments} fragment f60 on Thing {{ name }}") == 2**61 - 1


def test_many_names_that_do_not_exist_are_too_many() -> None:
    with pytest.raises(TooComplex, match="do not exist, such as u20 of Thing"):
        size("{ one { " + " ".join(f"u{number}" for number in range(21)) + " } }")


LIMITS = ShapeLimits(operations=2, variables=2, fragments=2, fields=8, arguments=2, directives=2, repeats=2, levels=4, introspections=1)
FRAGMENTS = "fragment a on Thing { name } fragment b on Thing { name }"


@pytest.mark.parametrize(
    ("limit", "most", "above"),
    [
        ("operations", "query a { one { name } } query b { one { name } }", "query a { __typename } query b { __typename } query c { __typename }"),
        ("variables", "query($a: Int, $b: Int) { __typename }", "query($a: Int, $b: Int, $c: Int) { __typename }"),
        ("fragments", f"{{ one {{ ...a ...b }} }} {FRAGMENTS}", f"{{ __typename }} {FRAGMENTS} fragment c on Thing {{ name }}"),
        ("fields", "{ one { a: name b: name c: name d: name e: name f: name g: name } }", "{ a b c d e f g h i }"),
        ("arguments", "{ page(first: 1, after: 2) { count } }", "{ page(first: 1) { count } named(first: 1, after: 2) { name } }"),
        ("directives", "query @a { one @b { name } }", "query @a { one @b { ... @c { name } } }"),
        ("directives", "query($a: Int @a) { one @b { name } }", "query($a: Int @a) { ...f @b } fragment f on Query @c { name }"),
        ("repeats", "{ one { name name } }", "{ one { name name name } }"),
        ("repeats", f"{{ one {{ ...a ...b }} }} {FRAGMENTS}", f"{{ one {{ ...a ...b ... {{ name }} }} }} {FRAGMENTS}"),
        ("repeats", "{ one { a: name a: next b: name } }", "{ one { a: name a: next ... { a: page } } }"),
        ("levels", "{ one { next { next { name } } } }", "{ one { next { next { next { name } } } } }"),
        ("levels", "{ one { ... { ... { name } } } }", "{ one { ... { ... { ... { name } } } } }"),
        ("levels", "{ ...f } fragment f on Query { one { next { next { name } } } }", "{ one { ...f } } fragment f on Thing { next { next { next { name } } } }"),
        ("introspections", "{ __schema { types { name } } }", "{ a: __schema { types { name } } b: __type { name } }"),
    ],
)  # fmt: skip
def test_a_document_may_have_as_much_as_its_limit_and_no_more(limit: str, most: str, above: str) -> None:
    check_shape(parse(most), LIMITS)
    with pytest.raises(TooComplex):
        check_shape(parse(above), LIMITS)
    check_shape(parse(above), replace(LIMITS, **{limit: 100}))


@pytest.mark.parametrize(
    "query",
    [
        "{ ...a } fragment a on Query { ...a }",
        "{ ...a } fragment a on Query { one { next { ...b } } } fragment b on Thing { next { ...a } }",
        "{ __typename } fragment a on Query { ...b } fragment b on Query { ...a }",
    ],
)
def test_a_fragment_may_not_hold_itself(query: str) -> None:
    with pytest.raises(TooComplex, match="holds itself"):
        check_shape(parse(query), LIMITS)


def test_a_fragment_that_is_not_there_is_left_to_validation() -> None:
    check_shape(parse("{ ...gone }"), LIMITS)
