"""GraphQL over a WebSocket by the protocol graphql-transport-ws, with the API's codes and a bound on what one connection asks at once."""

from typing import Any

from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.subscriptions.protocols.graphql_transport_ws.types import Message, SubscribeMessage

from lineage.api.context import Context
from lineage.errors import TooSlow, Unavailable

OPERATIONS_AT_ONCE = 100
"""Operations of one connection that are under way at most, subscriptions among them."""
TRY_AGAIN_LATER = 1013
"""The close code of a connection whose client does not keep up: it may come back with the last version that it saw."""


class Socket(BaseGraphQLTransportWSHandler[Context, None]):
    """One connection. Strawberry's handler knows no error codes, and reports clients that went away as faults."""

    _closed = False

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        if self.connection_acknowledged and len(self.operations) >= OPERATIONS_AT_ONCE:
            told = f"{OPERATIONS_AT_ONCE} operations are under way on this connection, as many as it takes: open another"
            error: Any = {"message": told, "extensions": {"code": Unavailable.code}}
            await self.send_message({"id": message["id"], "type": "error", "payload": [error]})
            return
        await super().handle_subscribe(message)

    async def send_message(self, message: Message) -> None:
        """Sends a message, and closes the connection behind the one that says that its client is too slow."""
        if self._closed:
            return
        await super().send_message(message)
        if _says_too_slow(message):
            self._closed = True
            await self.websocket.close(TRY_AGAIN_LATER, TooSlow.code)

    async def handle_task_exception(self, error: Exception) -> None:
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)


def _says_too_slow(message: Any) -> bool:
    if message["type"] != "next":
        return False
    return any(error.get("extensions", {}).get("code") == TooSlow.code for error in message["payload"].get("errors", ()))
