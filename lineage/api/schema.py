"""The GraphQL schema."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import strawberry
from graphql import GraphQLError
from strawberry.extensions import AddValidationRules, MaxAliasesLimiter, MaxTokensLimiter, QueryDepthLimiter
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.exceptions import InvalidOperationTypeError
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from lineage.api import inputs as inputs
from lineage.api.admission import while_admitted
from lineage.api.errors import code_of, log_faults, told
from lineage.api.introspection import NoIntrospection
from lineage.api.known_documents import KnownDocuments
from lineage.api.mutation import Mutation
from lineage.api.plain_fields import PlainFieldsExecutor
from lineage.api.query import Query
from lineage.api.query_limits import QueryLimits
from lineage.api.subscription import Subscription
from lineage.api.watching import OperationWatch, Unwatched, watched_by
from lineage.auth.principal import Principal, Scope
from lineage.errors import BadInput, Forbidden, LineageError
from lineage.settings import Settings


class LineageSchema(strawberry.Schema):
    """Errors carry stable codes; faults of the service are logged and told without their details. watch is told of operations."""

    watch: OperationWatch = Unwatched()

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        log_faults(errors)

    async def stream(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any = None,
        root_value: Any = None,
        operation_name: str | None = None,
        operation_extensions: dict[str, Any] | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
    ) -> AsyncGenerator[Any, None]:
        """The results of an operation one by one. Each operation of a connection has a context of its own, with nothing loaded yet."""
        own = replace(context_value)
        permitted = set(allowed_operation_types or OperationType) - _not_permitted(own)
        operation = (query, variable_values, own, root_value, operation_name, operation_extensions, permitted)
        results: AsyncGenerator[Any, None] = await super().stream(*operation)
        if own.access.asks:
            results = while_admitted(results, lambda: own.access.check(own.authorization), own.access.recheck_seconds)
        return self.watch.streaming(_with_codes(results, own.principal, self.watch))

    async def execute(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any = None,
        root_value: Any = None,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """The one result of a query or a mutation; of a subscription BAD_INPUT."""
        allowed = set(allowed_operation_types or OperationType)
        permitted = allowed - {OperationType.SUBSCRIPTION} - _not_permitted(context_value)
        operation = (query, variable_values, context_value, root_value, operation_name, permitted, operation_extensions)
        with self.watch.operating():
            try:
                return self._told(await super().execute(*operation))
            except InvalidOperationTypeError as error:
                if error.operation_type is OperationType.MUTATION and error.operation_type in allowed:
                    return self._told(PreExecutionError(data=None, errors=[_refusal(context_value.principal)]))
                if error.operation_type is not OperationType.SUBSCRIPTION:
                    raise
            refused = BadInput("a subscription has no single result: send it with Accept: text/event-stream, or by graphql-transport-ws")
            return self._told(PreExecutionError(data=None, errors=[GraphQLError(refused.message, original_error=refused)]))

    def _told(self, result: ExecutionResult) -> ExecutionResult:
        _count(result.errors or [], self.watch)
        return result


def _not_permitted(context: Any) -> set[OperationType]:
    """The kinds of operations that the credentials do not allow: whichever field of Mutation it is, it writes."""
    return set() if context is None or context.principal.may(Scope.WRITE) else {OperationType.MUTATION}


def _refusal(principal: Principal) -> GraphQLError:
    """FORBIDDEN for a mutation."""
    try:
        principal.require(Scope.WRITE)
    except Forbidden as error:
        return GraphQLError(error.message, original_error=error)
    raise AssertionError("the principal may write")


async def _with_codes(results: AsyncGenerator[Any, None], principal: Principal, watch: OperationWatch) -> AsyncGenerator[Any, None]:
    try:
        async with aclosing(results):
            async for result in results:
                if result.errors:
                    result.errors = [told(_permitted(error, principal)) for error in result.errors]
                    _count(result.errors, watch)
                yield result
    except (GraphQLError, LineageError) as error:
        # What cannot be parsed or is above the limits is not a result but raised, where results are asked for one by one.
        refused = [told(error if isinstance(error, GraphQLError) else GraphQLError(error.message, original_error=error))]
        _count(refused, watch)
        yield PreExecutionError(data=None, errors=refused)


def _count(errors: list[GraphQLError], watch: OperationWatch) -> None:
    for error in errors:
        watch.error(code_of(error))


def _permitted(error: GraphQLError, principal: Principal) -> GraphQLError:
    """The error, or what it means when a mutation was not let in."""
    refused = error.original_error
    is_of_scope = isinstance(refused, InvalidOperationTypeError) and refused.operation_type is OperationType.MUTATION
    return _refusal(principal) if is_of_scope and not principal.may(Scope.WRITE) else error


def build_schema(settings: Settings, watch: OperationWatch | None = None) -> LineageSchema:
    """The schema with the limits of the settings; watch is told of its operations and errors."""
    # The same rules for each request, because a document that was checked is not checked again.
    limits = [
        *QueryDepthLimiter(max_depth=settings.max_query_depth).validation_rules,
        *MaxAliasesLimiter(max_alias_count=settings.max_query_aliases).validation_rules,
        *(() if settings.introspection else (NoIntrospection,)),
    ]
    held, known = QueryLimits(settings), KnownDocuments()
    schema = LineageSchema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        config=StrawberryConfig(auto_camel_case=True),
        execution_context_class=PlainFieldsExecutor,
        extensions=[
            *([watched_by(watch)] if watch is not None else []),
            held.extension,
            lambda: AddValidationRules(limits),
            lambda: MaxTokensLimiter(max_token_count=settings.max_query_tokens),
            known.extension,
        ],
    )
    if watch is not None:
        schema.watch = watch
    return schema
