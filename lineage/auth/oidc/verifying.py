"""Checks a JWT, and reads from its claims who it is and what is allowed."""

from datetime import UTC, datetime
from typing import Any

import httpx
import jwt

from lineage.auth.oidc.keys import Keys
from lineage.auth.oidc.options import OidcOptions
from lineage.auth.principal import Principal, Scope
from lineage.errors import Unauthenticated

MOST_CHARACTERS = 16_384
MOST_SUBJECT_CHARACTERS = 256


class Jwts:
    """Checks the JWTs of one OpenID provider."""

    def __init__(self, options: OidcOptions) -> None:
        self._options = options
        # The environment's proxies and certificates count, as for every program of this machine.
        self._http = httpx.AsyncClient(follow_redirects=False, timeout=None)
        self._keys = Keys(options, self._http)

    async def principal(self, text: str) -> Principal:
        """Whose JWT it is. UNAUTHENTICATED says what is wrong with it; UNAVAILABLE when its issuer's keys could not be read yet."""
        claims = await self._claims(text)
        subject = claims["sub"]
        if not isinstance(subject, str) or not subject or len(subject) > MOST_SUBJECT_CHARACTERS or not subject.isprintable():
            raise Unauthenticated(f"the JWT's claim sub is not 1 to {MOST_SUBJECT_CHARACTERS} printable characters")
        actor = f"jwt:{subject}"
        return Principal(self._workspace(claims), self._scopes(claims), actor, actor, self._end(claims))

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _claims(self, text: str) -> dict[str, Any]:
        if len(text) > MOST_CHARACTERS:
            raise Unauthenticated(f"the JWT has more than {MOST_CHARACTERS} characters")
        try:
            header = jwt.get_unverified_header(text)
            algorithm = header.get("alg")
            if algorithm not in self._options.algorithms:
                raise Unauthenticated(f"the JWT's alg is {algorithm!r}, expected one of {', '.join(self._options.algorithms)}")
            key = await self._keys.key(header.get("kid"), algorithm)
            return jwt.decode(
                text,
                key,
                algorithms=[algorithm],
                audience=self._options.audience,
                issuer=self._options.issuer,
                leeway=self._options.leeway_seconds,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError) as error:
            raise Unauthenticated(f"the JWT does not count: {_reason(error)}") from error

    def _end(self, claims: dict[str, Any]) -> datetime:
        """When it is over, with the leeway."""
        try:
            return datetime.fromtimestamp(int(claims["exp"]) + self._options.leeway_seconds, UTC)
        except (ValueError, OverflowError, OSError) as error:
            raise Unauthenticated("the JWT's claim exp is no time") from error

    def _workspace(self, claims: dict[str, Any]) -> str:
        if (name := self._options.workspace_claim) is None:
            return self._options.workspace
        workspace = _claim(claims, name)
        if not isinstance(workspace, str) or not 1 <= len(workspace) <= 256 or not workspace.isprintable():
            raise Unauthenticated(f"the JWT's claim {name} names no workspace")
        return workspace

    def _scopes(self, claims: dict[str, Any]) -> frozenset[Scope]:
        """Those that are ours; a provider's own are passed over."""
        given = _claim(claims, self._options.scopes_claim)
        words = given.split() if isinstance(given, str) else given if isinstance(given, list) else []
        prefix = self._options.scope_prefix
        return frozenset(scope for scope in Scope if f"{prefix}{scope}" in words)


def _claim(claims: dict[str, Any], name: str) -> Any:
    """A claim of this name, or one inside of others: realm_access.roles."""
    if name in claims:
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


_REASONS: tuple[tuple[type[Exception], str], ...] = (
    (jwt.ExpiredSignatureError, "it is over (exp)"),
    (jwt.ImmatureSignatureError, "it is not valid yet (nbf or iat)"),
    (jwt.InvalidAudienceError, "it is for another audience (aud)"),
    (jwt.InvalidIssuerError, "it is of another issuer (iss)"),
    (jwt.InvalidSignatureError, "its signature is not of its issuer's key"),
)


def _reason(error: Exception) -> str:
    """Why, without a word of the token's own."""
    if isinstance(error, jwt.MissingRequiredClaimError):
        return f"it has no claim {error.claim}"
    return next((words for kind, words in _REASONS if isinstance(error, kind)), "it is malformed")
