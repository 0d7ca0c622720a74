"""The GraphQL schema over HTTP, WebSockets (graphql-transport-ws) and server-sent events (GraphQL over SSE, one connection each)."""

from collections.abc import Callable
from typing import Any

import strawberry
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.http import GraphQLHTTPResponse
from strawberry.http.streaming import SSETransport
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult

from lineage.api.context import Context
from lineage.api.errors import with_code
from lineage.api.socket import Socket
from lineage.errors import Forbidden


class Endpoint(GraphQL[Context, None]):
    """Answers GraphQL requests, each with a context of its own. Pages of other origins may open WebSockets when they may call at all."""

    graphql_transport_ws_handler_class = Socket

    def __init__(
        self,
        schema: strawberry.Schema,
        make_context: Callable[[Any], Context],
        allowed_origins: tuple[str, ...] = (),
        keep_alive_seconds: float = 15,
    ) -> None:
        """keep_alive_seconds is how often a stream of events says that it is still there; of WebSockets the server pings."""
        super().__init__(
            schema,
            graphql_ide=None,
            allow_queries_via_get=True,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
            # Socket has a bound of its own, with a code.
            max_subscriptions_per_connection=None,
            allowed_origins=allowed_origins,
        )

        class KeptAlive(SSETransport):
            def __init__(self) -> None:
                super().__init__(keep_alive_seconds)

        self.stream_transport_classes_by_protocol = {GRAPHQL_SSE_PROTOCOL: KeptAlive}
        self._make_context = make_context

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        return self._make_context(request)

    async def process_result(self, request: Request | WebSocket, result: ExecutionResult) -> GraphQLHTTPResponse:
        answer: GraphQLHTTPResponse = {"data": result.data}
        if result.errors:
            answer["errors"] = [with_code(error) for error in result.errors]
        return answer

    async def reject_websocket(self, request: WebSocket) -> WebSocket:
        told = f"pages of {request.headers.get('origin')} may not open a WebSocket here: LINEAGE_CORS_ORIGINS names those that may"
        error = {"message": told, "extensions": {"code": Forbidden.code}}
        await request.send_denial_response(JSONResponse({"errors": [error]}, status_code=403))
        return request
