"""The client is held to schema.graphql: every operation, parameter and answer."""

from pathlib import Path

import pytest
from graphql import (
    FragmentDefinitionNode,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    build_schema,
    get_named_type,
    is_leaf_type,
    parse,
)
from pydantic.alias_generators import to_snake

from lineage.client import models
from tests.client.agreement import OPERATIONS, fields_of, input_differences, iterators, method_differences, methods, missing_methods

SDL = (Path(__file__).parents[2] / "schema.graphql").read_text(encoding="utf-8")
FILES = sorted(OPERATIONS.glob("*.graphql"))
FRAGMENTS = sorted((OPERATIONS / "fragments").glob("*.graphql"))


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return build_schema(SDL)


def changed(old: str, new: str) -> GraphQLSchema:
    """The schema with one place of it changed."""
    assert SDL.count(old) == 1
    return build_schema(SDL.replace(old, new))


def test_every_query_mutation_and_subscription_has_a_method(schema: GraphQLSchema) -> None:
    assert missing_methods(schema) == set()


@pytest.mark.parametrize("name", [*methods(), *iterators()])
def test_a_method_and_its_answer_are_as_the_schema_says(schema: GraphQLSchema, name: str) -> None:
    assert list(method_differences(schema, name)) == []


def test_inputs_are_as_the_schema_says(schema: GraphQLSchema) -> None:
    assert list(input_differences(schema)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("begin_run", "input BeginRunInput {\n", "input BeginRunInput {\n  agent: ID!\n", "agent is missing, it is ID!"),
        ("begin_run", "input BeginRunInput {\n", "input BeginRunInput {\n  agent: ID = null\n", "agent is missing, it is ID"),
        ("record_provider_turn", "  commandId: ID = null\n  runId: ID!\n  nativeTurnRef", "  runId: ID!\n  nativeTurnRef", "command_id stands for nothing"),
        ("report_resume_failure", "  runId: ID!\n  reason: String!\n", "  runId: ID!\n  reason: String\n", "reason has the default none, the schema's is None"),
        ("finish_run", "  runId: ID!\n  status: RunStatus! = COMPLETED", "  runId: ID!\n  status: RunStatus! = FAILED", "status has the default <RunStatus.COMPLETED"),
        ("rollback_thread", "  toOrdinal: Int!\n  expectedVersion", "  toOrdinal: String!\n  expectedVersion", "to_ordinal is <class 'int'>, the schema has String"),
        ("rollback_impact", "rollbackImpact(threadId: ID!, ", "rollbackImpact(threadId: ID!, deep: Boolean! = false, ", "rollbackImpact takes deep"),
        ("thread_as_of", "asOf(version: Int!)", "asOf(version: Int)", "$version is Int!, asOf takes Int"),
        ("thread", "  headOrdinal: Int!\n\n  \"\"\"\n  The newest stable source", "  headOrdinal: Int\n\n  \"\"\"\n  The newest stable source", "the answer.headOrdinal may not be None"),
        ("start_run", "  strategy: StartStrategy!\n  providerThreadId: ID\n", "  strategy: StartStrategy!\n  providerThreadId: ID!\n", "the answer.resolution.providerThreadId may be None"),
        ("resolve_start_context", "  actions: [NativeAction!]!", "  actions: [NativeAction!]", "the answer.actions may not be None"),
        ("run", "  nativeTurnRefs: [String]!", "  nativeTurnRefs: [String!]!", "the answer.nativeTurnRefs may be None"),
        ("run", "  nativeTurnRefs: [String]!", "  nativeTurnRefs: String!", "the answer.nativeTurnRefs is tuple[str | None, ...], the schema has String"),
        ("rollback_impact", "  downstreamRuns: [Run!]!", "  downstreamRuns: Run!", "the answer.downstreamRuns is"),
        ("provenance", "  provenance(runId: ID!, maxDepth: Int = null): Provenance!", "  provenance(runId: ID!, maxDepth: Int = null): Provenance", "the answer may not be None"),
        ("create_thread", "enum Actor {\n", "enum Actor {\n  ROBOT\n", "created_by is <enum 'Actor'>, the schema has the enum Actor"),
        ("thread_changes", "threadChanged(threadId: ID!, ", "threadChanged(threadId: ID!, deep: Boolean! = false, ", "threadChanged takes deep"),
        ("tree_changes", "  upToDate: Boolean!\n\n  \"\"\"\n  With", "  upToDate: Boolean\n\n  \"\"\"\n  With", "the answer.upToDate may not be None"),
        ("start_run", "  turns: Int\n", "", "Cannot query field 'turns' on type 'NativeAction'."),
    ],
)  # fmt: skip
def test_a_change_of_the_schema_is_told(name: str, old: str, new: str, told: str) -> None:
    found = list(method_differences(changed(old, new), name))
    assert [problem for problem in found if problem.startswith(told)], found


def test_a_new_query_or_mutation_is_told() -> None:
    assert missing_methods(changed("  createThread(input", "  closeThread(id: ID!): ThreadPayload!\n  createThread(input")) == {
        "close_thread"
    }
    assert missing_methods(changed("  checkpoint(id: ID!)", "  lock(id: ID!): Int\n  checkpoint(id: ID!)")) == {"lock"}
    assert missing_methods(changed("  threadChanged(", "  runChanged(id: ID!): Int\n  threadChanged(")) == {"run_changes"}


def test_a_change_of_an_input_is_told() -> None:
    newer = changed("input TurnItemInput {\n", "input TurnItemInput {\n  at: DateTime!\n")
    assert list(input_differences(newer)) == ["TurnItemInput: at is missing, it is DateTime!"]


def test_each_file_holds_the_operation_that_it_is_named_after() -> None:
    assert {path.stem for path in FILES} == {*methods(), *iterators()}
    for path in FILES:
        (operation,) = parse(path.read_text(encoding="utf-8")).definitions
        assert isinstance(operation, OperationDefinitionNode) and operation.name
        assert to_snake(operation.name.value) == path.stem


def test_each_fragment_is_named_after_its_file_and_a_model() -> None:
    for path in FRAGMENTS:
        (fragment,) = parse(path.read_text(encoding="utf-8")).definitions
        assert isinstance(fragment, FragmentDefinitionNode)
        assert fragment.name.value == path.stem
        assert path.stem == "PageInfo" or hasattr(models, path.stem)


def test_every_fragment_is_used() -> None:
    used = {
        name
        for path in [*FILES, *FRAGMENTS]
        for name in path.read_text(encoding="utf-8").replace("...", " ...").split()
        if name.startswith("...")
    }
    assert {f"...{path.stem}" for path in FRAGMENTS} == used


def test_no_scalar_field_of_a_type_is_left_out_everywhere(schema: GraphQLSchema) -> None:
    whole = parse("\n".join(path.read_text(encoding="utf-8") for path in FRAGMENTS))
    selected: dict[str, set[str]] = {}
    for fragment in whole.definitions:
        assert isinstance(fragment, FragmentDefinitionNode)
        selected.setdefault(fragment.type_condition.name.value, set()).update(fields_of(whole, fragment.selection_set))
    for name, fields in selected.items():
        kind = schema.type_map[name]
        assert isinstance(kind, GraphQLObjectType)
        assert {
            name for name, field in kind.fields.items() if is_leaf_type(get_named_type(field.type)) and not field.args
        } - fields == set()


def test_every_field_that_takes_arguments_has_a_method(schema: GraphQLSchema) -> None:
    roots = (schema.query_type, schema.mutation_type, schema.subscription_type)
    kinds = [
        kind
        for kind in schema.type_map.values()
        if isinstance(kind, GraphQLObjectType) and kind not in roots and not kind.name.startswith("__")
    ]
    found = {f"{to_snake(kind.name)}_{to_snake(name)}" for kind in kinds for name, field in kind.fields.items() if field.args}
    assert len(found) > 5
    assert found - set(methods()) == set()
