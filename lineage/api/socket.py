"""GraphQL over a WebSocket by the protocol graphql-transport-ws, with the API's codes and a bound on what one connection asks at once."""

from typing import Any

from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.subscriptions.protocols.graphql_transport_ws.types import ConnectionInitMessage, Message, SubscribeMessage

from lineage.api.context import Context
from lineage.errors import Forbidden, LineageError, TooSlow, Unauthenticated, Unavailable

OPERATIONS_AT_ONCE = 100
"""Operations of one connection that are under way at most, subscriptions among them."""
CLOSED_BY = {Unauthenticated.code: 4401, Forbidden.code: 4403}
"""The close codes of connections whose credentials do not count."""
TRY_AGAIN_LATER = 1013
"""The close code of a connection whose client does not keep up: it may come back with the last version that it saw."""


class Socket(BaseGraphQLTransportWSHandler[Context, None]):
    """One connection. Strawberry's handler knows no error codes, and reports clients that went away as faults."""

    _closed = False
    view: Any

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Acknowledges a connection whose credentials count, else closes it; the reason is the error's code."""
        payload: Any = message.get("payload", {})
        if self.connection_init_received or not isinstance(payload, dict):
            await super().handle_connection_init(message)
            return
        try:
            await self.view.enter(self.context, _authorization(payload))
        except LineageError as error:
            self.connection_init_received = True
            await self._close(error.code)
            return
        await super().handle_connection_init(message)

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        if self.connection_acknowledged and (refusal := await self._refusal()) is not None:
            await self.send_message({"id": message["id"], "type": "error", "payload": [_as_error(refusal)]})
            return
        if self.connection_acknowledged and len(self.operations) >= OPERATIONS_AT_ONCE:
            told = f"{OPERATIONS_AT_ONCE} operations are under way on this connection, as many as it takes: open another"
            await self.send_message({"id": message["id"], "type": "error", "payload": [_as_error(Unavailable(told))]})
            return
        await super().handle_subscribe(message)

    async def send_message(self, message: Message) -> None:
        """Sends a message, and closes the connection behind one that says that its client is too slow, or its credentials are over."""
        if self._closed:
            return
        await super().send_message(message)
        if (code := _ending(message)) is not None:
            await self._close(code)

    async def _refusal(self) -> LineageError | None:
        """Why one more operation is not begun: each counts as a request, and is by credentials that count now."""
        try:
            self.context.access.count(self.context.principal)
            await self.context.access.check(self.context.authorization)
        except LineageError as error:
            return error
        return None

    async def _close(self, code: str) -> None:
        self._closed = True
        await self.websocket.close(CLOSED_BY.get(code, TRY_AGAIN_LATER), code)

    async def handle_task_exception(self, error: Exception) -> None:
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)


def _ending(message: Any) -> str | None:
    """The code of an error behind which the connection is closed."""
    payload = message.get("payload")
    errors = payload if message["type"] == "error" else payload.get("errors", ()) if message["type"] == "next" else ()
    codes = (error.get("extensions", {}).get("code") for error in errors)
    return next((code for code in codes if code in (TooSlow.code, Unauthenticated.code)), None)


def _as_error(error: LineageError) -> Any:
    return {"message": error.message, "extensions": {"code": error.code}}


def _authorization(payload: dict[str, Any]) -> str | None:
    """The credentials in a first message, under the name of the header, in any case."""
    given = next((value for name, value in payload.items() if name.lower() == "authorization"), None)
    return given if isinstance(given, str) or given is None else ""
