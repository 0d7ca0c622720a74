"""The GraphQL schema over HTTP and WebSockets."""

from collections.abc import Callable
from typing import Any

import strawberry
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.http import GraphQLHTTPResponse
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult

from lineage.api.context import Context
from lineage.api.errors import with_code


class Endpoint(GraphQL[Context, None]):
    """Answers GraphQL requests, each with a context of its own."""

    def __init__(self, schema: strawberry.Schema, make_context: Callable[[Any], Context], allowed_origins: tuple[str, ...] = ()) -> None:
        super().__init__(schema, graphql_ide=None, allow_queries_via_get=True, subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,))
        self._make_context = make_context

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        return self._make_context(request)

    async def process_result(self, request: Request | WebSocket, result: ExecutionResult) -> GraphQLHTTPResponse:
        answer: GraphQLHTTPResponse = {"data": result.data}
        if result.errors:
            answer["errors"] = [with_code(error) for error in result.errors]
        return answer
