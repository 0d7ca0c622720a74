"""Who a request is by, by the credentials that it brings."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Protocol

from lineage.auth.principal import Principal, Scope
from lineage.auth.rates import Rates
from lineage.auth.tokens import PREFIX, digest_of, is_digest_of
from lineage.errors import Unauthenticated

ADMIN_TOKEN_CHARACTERS = 32
"""Length of the token of the environment at least: it is checked as fast as random ones, so it must not be one to be guessed."""

Checked = Callable[[str], Awaitable[Principal]]
"""Checks what stands behind Bearer. UNAUTHENTICATED, UNAVAILABLE."""


class Access(Protocol):
    """How callers are told apart."""

    asks: bool
    """Whether credentials are asked for at all."""

    recheck_seconds: float
    """How often what goes on for long is to be checked again."""

    async def check(self, authorization: str | None) -> Principal:
        """Whose the value of an Authorization header is. UNAUTHENTICATED; UNAVAILABLE when that cannot be found out now."""
        ...

    def count(self, principal: Principal) -> None:
        """Counts one request. RATE_LIMITED."""
        ...


class Open:
    """Whoever calls may do everything: for a service on loopback alone."""

    asks = False
    recheck_seconds = float("inf")

    def __init__(self, principal: Principal) -> None:
        self._principal = principal

    async def check(self, authorization: str | None) -> Principal:
        return self._principal

    def count(self, principal: Principal) -> None:
        return None


class ByCredentials:
    """Tokens, JWTs where an OpenID provider is set, and the one token that the environment may give."""

    asks = True

    def __init__(
        self, tokens: Checked, jwts: Checked | None, admin_token: str | None, workspace: str, rates: Rates, recheck_seconds: float
    ) -> None:
        """admin_token may do everything in workspace."""
        self.recheck_seconds = recheck_seconds
        self._tokens = tokens
        self._jwts = jwts
        self._admin_digest = digest_of(admin_token) if admin_token else None
        self._admin = Principal(workspace, frozenset(Scope), "admin-token", "admin-token")
        self._rates = rates

    async def check(self, authorization: str | None) -> Principal:
        text = _bearer(authorization)
        if self._admin_digest is not None and is_digest_of(self._admin_digest, text):
            return self._admin
        if text.startswith(PREFIX):
            principal = await self._tokens(text)
        elif self._jwts is not None and text.count(".") == 2:
            principal = await self._jwts(text)
        else:
            raise Unauthenticated(f"the token is neither one of this service, which begin with {PREFIX}, nor a JWT that it takes")
        if principal.expires_at is not None and principal.expires_at <= datetime.now(UTC):
            raise Unauthenticated("the credentials are over")
        return principal

    def count(self, principal: Principal) -> None:
        self._rates.take(principal.rate_key)


def _bearer(authorization: str | None) -> str:
    if authorization is None:
        raise Unauthenticated("there are no credentials: expected the header `Authorization: Bearer TOKEN`")
    scheme, _, text = authorization.strip().partition(" ")
    if scheme.lower() != "bearer" or not text.strip():
        raise Unauthenticated("the header Authorization is not of the form `Bearer TOKEN`")
    return text.strip()
