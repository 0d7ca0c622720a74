"""Tokens that were looked up a moment ago: each request is checked, but not each asks the store."""

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta

from lineage.auth.principal import Principal
from lineage.auth.token_records import TokenRecord, find_token, note_use
from lineage.auth.tokens import is_digest_of, token_of
from lineage.errors import LineageError, Unauthenticated
from lineage.store.store import Store

log = logging.getLogger(__name__)

USE_IS_NOTED_EVERY = timedelta(minutes=5)
MOST_KNOWN = 10_000
_UNKNOWN = "0" * 64


class KnownTokens:
    """Checks tokens against the store, which is asked again for each after known_seconds: what was revoked is known by then.

    Only tokens that exist are kept, so that made-up ids take up no memory; a token that was just made works at once.
    """

    def __init__(self, store: Store, known_seconds: float) -> None:
        self._store = store
        self._known_seconds = known_seconds
        self._known: dict[str, tuple[float, TokenRecord]] = {}
        self._noting: set[asyncio.Task[None]] = set()

    async def principal(self, text: str) -> Principal:
        """Whose token it is. UNAUTHENTICATED for one that is malformed, unknown, revoked or over; UNAVAILABLE when the store is."""
        token = token_of(text)
        if token is None:
            raise Unauthenticated("the token is not of the form that `lineage token create` gives")
        record, is_news = await self._found(token.id)
        # An unknown id takes the same comparison as a wrong secret and gets the same answer.
        if not is_digest_of(record.digest if record is not None else _UNKNOWN, token.secret) or record is None:
            raise Unauthenticated("the token is not known")
        if record.state != "active":
            raise Unauthenticated(f"token {record.id} is {record.state}")
        if is_news:
            self._note(record)
        return Principal(record.workspace, record.scopes, f"token:{record.id} {record.name}", f"token:{record.id}", record.expires_at)

    async def close(self) -> None:
        """Waits for what is being written."""
        await asyncio.gather(*self._noting, return_exceptions=True)

    async def _found(self, token_id: str) -> tuple[TokenRecord | None, bool]:
        """The token, and whether the store was asked for it just now."""
        at, record = self._known.get(token_id, (0.0, None))
        now = time.monotonic()
        if record is not None and now - at < self._known_seconds:
            return record, False
        found = await find_token(self._store, token_id)
        self._known.pop(token_id, None)
        if found is not None:
            while len(self._known) >= MOST_KNOWN:
                del self._known[next(iter(self._known))]
            # Counted from before the store was asked: what is revoked while it answers is not known for longer.
            self._known[token_id] = (now, found)
        return found, True

    def _note(self, record: TokenRecord) -> None:
        """Writes rarely, and beside the request: when a token was last used is for people who tidy up."""
        now = datetime.now(UTC)
        if record.last_used_at is not None and now - record.last_used_at < USE_IS_NOTED_EVERY:
            return
        task = asyncio.create_task(self._write(record, now))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _write(self, record: TokenRecord, now: datetime) -> None:
        try:
            await note_use(self._store, record, now)
        except LineageError as error:
            log.debug("when a token was used could not be noted: %s", error)
