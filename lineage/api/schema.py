"""The GraphQL schema."""

import strawberry
from graphql import GraphQLError
from strawberry.extensions import AddValidationRules, MaxAliasesLimiter, MaxTokensLimiter, ParserCache, QueryDepthLimiter, ValidationCache
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from lineage.api import inputs as inputs
from lineage.api.errors import log_faults
from lineage.api.mutation import Mutation
from lineage.api.query import Query
from lineage.settings import Settings


class LineageSchema(strawberry.Schema):
    """Errors carry stable codes; faults of the service are logged and told without their details."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        log_faults(errors)


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
        config=StrawberryConfig(auto_camel_case=True),
        extensions=[
            lambda: AddValidationRules(limits),
            lambda: MaxTokensLimiter(max_token_count=settings.max_query_tokens),
            lambda: ParserCache(maxsize=512),
            lambda: ValidationCache(maxsize=512),
        ],
    )
