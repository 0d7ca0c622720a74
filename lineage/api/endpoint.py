"""The GraphQL schema over HTTP, WebSockets (graphql-transport-ws) and server-sent events (GraphQL over SSE, one connection each)."""

from collections.abc import Callable
from typing import Any

import orjson
import strawberry
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.http import GraphQLHTTPResponse, GraphQLRequestData
from strawberry.http.streaming import SSETransport
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.unset import UNSET

from lineage.api.context import Context
from lineage.api.errors import with_code
from lineage.api.persisted import PersistedDocuments
from lineage.api.socket import Socket
from lineage.auth.principal import IN_REQUEST, NOBODY, Principal, Scope
from lineage.errors import BadInput, Forbidden, PersistedQueryNotFound


class Endpoint(GraphQL[Context, None]):
    """Answers GraphQL requests, each with a context of its own. Pages of other origins may open WebSockets when they may call at all."""

    graphql_transport_ws_handler_class = Socket

    def __init__(
        self,
        schema: strawberry.Schema,
        make_context: Callable[[Any, Principal], Context],
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
        self._persisted = PersistedDocuments()

    async def parse_http_body(self, request: Any) -> GraphQLRequestData | list[GraphQLRequestData]:
        """With the document of a request that only names it by its hash."""
        given = await super().parse_http_body(request)
        return given if isinstance(given, list) else self._persisted.resolved(given)

    async def run(self, request: Any, context: Any = UNSET, root_value: Any = UNSET) -> Any:
        try:
            return await super().run(request, context, root_value)
        except (PersistedQueryNotFound, BadInput) as error:
            # Clients of persisted queries look for this in an answer, whose status is that of any other.
            return JSONResponse({"errors": [{"message": error.message, "extensions": {"code": error.code}}]})

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """By whom the guard found it to be; a WebSocket may tell that later, and is nobody's until then."""
        context = self._make_context(request, request.scope.get(IN_REQUEST, NOBODY))
        context.authorization = request.headers.get("authorization")
        return context

    async def enter(self, context: Context, authorization: str | None) -> None:
        """A WebSocket tells its credentials, in its first message or before by its header. UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED,
        UNAVAILABLE."""
        given = authorization if authorization is not None else context.authorization
        principal = await context.access.check(given)
        principal.require(Scope.READ)
        context.access.count(principal)
        context.become(self._make_context(context.request, principal))
        context.authorization = given

    def encode_json(self, data: object) -> str | bytes:
        """As fast as it goes, and as text: of bytes a WebSocket would make binary messages.

        What orjson does not take, numbers of more than 64 bits and halves of characters, json writes.
        """
        try:
            return orjson.dumps(data).decode()
        except TypeError:
            return super().encode_json(data)

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
