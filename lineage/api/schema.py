"""The GraphQL schema."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import strawberry
from graphql import GraphQLError
from strawberry.extensions import AddValidationRules, MaxAliasesLimiter, MaxTokensLimiter, ParserCache, QueryDepthLimiter, ValidationCache
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.exceptions import InvalidOperationTypeError
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from lineage.api import inputs as inputs
from lineage.api.errors import log_faults, told
from lineage.api.mutation import Mutation
from lineage.api.query import Query
from lineage.api.subscription import Subscription
from lineage.errors import BadInput
from lineage.settings import Settings


class LineageSchema(strawberry.Schema):
    """Errors carry stable codes; faults of the service are logged and told without their details."""

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
        operation = (query, variable_values, own, root_value, operation_name, operation_extensions, allowed_operation_types)
        return _with_codes(await super().stream(*operation))

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
        allowed = set(allowed_operation_types or OperationType) - {OperationType.SUBSCRIPTION}
        operation = (query, variable_values, context_value, root_value, operation_name, allowed, operation_extensions)
        try:
            return await super().execute(*operation)
        except InvalidOperationTypeError as error:
            if error.operation_type is not OperationType.SUBSCRIPTION:
                raise
        refused = BadInput("a subscription has no single result: send it with Accept: text/event-stream, or by graphql-transport-ws")
        return PreExecutionError(data=None, errors=[GraphQLError(refused.message, original_error=refused)])


async def _with_codes(results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
    try:
        async with aclosing(results):
            async for result in results:
                if result.errors:
                    result.errors = [told(error) for error in result.errors]
                yield result
    except GraphQLError as error:
        # What cannot be parsed is not a result but raised, where results are asked for one by one.
        yield PreExecutionError(data=None, errors=[told(error)])


def build_schema(settings: Settings) -> strawberry.Schema:
    """The schema with the limits of the settings."""
    # The same rules for each request: a limiter makes new ones, and the cache knows a document by the rules that it was checked by.
    limits = [
        *QueryDepthLimiter(max_depth=settings.max_query_depth).validation_rules,
        *MaxAliasesLimiter(max_alias_count=settings.max_query_aliases).validation_rules,
    ]
    return LineageSchema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        config=StrawberryConfig(auto_camel_case=True),
        extensions=[
            lambda: AddValidationRules(limits),
            lambda: MaxTokensLimiter(max_token_count=settings.max_query_tokens),
            lambda: ParserCache(maxsize=512),
            lambda: ValidationCache(maxsize=512),
        ],
    )
