"""A GraphQL application small enough to see through, with a field for each thing that the HTTP side has to bear."""

import asyncio
from collections.abc import AsyncGenerator

import strawberry
from strawberry.asgi import GraphQL
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL


@strawberry.type
class Query:
    @strawberry.field
    def echo(self, text: str) -> str:
        return text

    @strawberry.field
    def filler(self, characters: int) -> str:
        return "a" * characters

    @strawberry.field
    async def slow(self, seconds: float) -> str:
        await asyncio.sleep(seconds)
        return "done"


@strawberry.type
class Mutation:
    @strawberry.mutation
    def store(self, text: str) -> str:
        return text


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def count(self, to: int) -> AsyncGenerator[int, None]:
        for number in range(1, to + 1):
            yield number


def graphql_application() -> GraphQL[None, None]:
    """The application as the service has it: no IDE of Strawberry's, no batches, no uploads."""
    schema = strawberry.Schema(query=Query, mutation=Mutation, subscription=Subscription)
    return GraphQL(
        schema,
        graphql_ide=None,
        subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
    )
