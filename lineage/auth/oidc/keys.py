"""The keys that an OpenID provider signs with now, which change: read when they are needed, and not again for each unknown one."""

import asyncio
import logging
import time
from typing import Any

import httpx
import jwt

from lineage.auth.oidc.documents import fetch_json
from lineage.auth.oidc.options import OidcOptions
from lineage.errors import LineageError, Unauthenticated, Unavailable

log = logging.getLogger(__name__)

DISCOVERY = "/.well-known/openid-configuration"
UNREACHED_SECONDS = 2.0
"""How soon a provider whose keys were never read is asked again, at most."""


class Keys:
    """The keys of one provider. Those that are known serve on while the provider cannot be reached."""

    def __init__(self, options: OidcOptions, http: httpx.AsyncClient) -> None:
        self._options = options
        self._http = http
        self._keys: dict[str | None, list[jwt.PyJWK]] = {}
        self._read_at: float | None = None
        self._tried_at: float | None = None
        self._reading = asyncio.Lock()

    async def key(self, key_id: str | None, algorithm: str) -> jwt.PyJWK:
        """The key that a token names, for its algorithm. UNAUTHENTICATED when the provider has no such one, UNAVAILABLE when no keys could
        be read at all."""
        if self._is_old() and not (self._keys and self._reading.locked()):
            await self._read_again()
        found = self._named(key_id, algorithm)
        if found is None:
            await self._read_again()
            found = self._named(key_id, algorithm)
        if found is None:
            raise Unauthenticated(f"the JWT is signed by a key that its issuer does not publish for {algorithm}")
        return found

    def _named(self, key_id: str | None, algorithm: str) -> jwt.PyJWK | None:
        """A token that names no key is of the only one that there is for its algorithm."""
        among = self._keys.get(key_id, []) if key_id is not None else [key for keys in self._keys.values() for key in keys]
        fitting = [key for key in among if key.algorithm_name == algorithm]
        return fitting[0] if len(fitting) == 1 else None

    def _is_old(self) -> bool:
        return self._read_at is None or time.monotonic() - self._read_at >= self._options.keys_seconds

    async def _read_again(self) -> None:
        """Reads the keys, one reader at a time. Not when that was tried a moment ago: what callers send must not become as many requests
        to the provider, whatever key ids they name."""
        async with self._reading:
            now = time.monotonic()
            pause = self._options.refetch_seconds if self._keys else min(self._options.refetch_seconds, UNREACHED_SECONDS)
            if self._tried_at is not None and now - self._tried_at < pause:
                if not self._keys:
                    raise Unavailable("the OpenID provider's keys could not be read; that is tried again soon")
                return
            self._tried_at = now
            try:
                self._keys = await self._read()
            except LineageError as error:
                log.warning("the keys of %s could not be read: %s", self._options.issuer, error)
                if not self._keys:
                    raise
            else:
                self._read_at = now

    async def _read(self) -> dict[str | None, list[jwt.PyJWK]]:
        issuer = self._options.issuer
        discovery = await fetch_json(self._http, issuer.rstrip("/") + DISCOVERY)
        if discovery.get("issuer") != issuer:
            raise Unavailable(f"the discovery document of {issuer} names another issuer")
        address = discovery.get("jwks_uri")
        if not isinstance(address, str):
            raise Unavailable(f"the discovery document of {issuer} names no jwks_uri")
        published = (await fetch_json(self._http, address)).get("keys")
        keys: dict[str | None, list[jwt.PyJWK]] = {}
        for published_key in published if isinstance(published, list) else ():
            for key in self._usable(published_key):
                keys.setdefault(key.key_id, []).append(key)
        if not keys:
            raise Unavailable(f"{issuer} publishes no key for {', '.join(self._options.algorithms)}")
        return keys

    def _usable(self, published: Any) -> list[jwt.PyJWK]:
        """A published key, once for each algorithm that it may be used with: those of its type, where it does not name one."""
        if not isinstance(published, dict) or published.get("use", "sig") != "sig":
            return []
        usable = []
        for algorithm in self._options.algorithms:
            if published.get("alg", algorithm) == algorithm and _fits(published, algorithm):
                try:
                    usable.append(jwt.PyJWK(published, algorithm))
                except (jwt.PyJWTError, ValueError, TypeError, KeyError) as error:
                    log.warning("a key of %s cannot be used: %s", self._options.issuer, type(error).__name__)
        return usable


_CURVES = {"ES256": "P-256", "ES384": "P-384", "ES512": "P-521"}


def _fits(published: dict[str, Any], algorithm: str) -> bool:
    """Whether a key of this type can be one of the algorithm: an RSA key never checks what an elliptic curve or a secret signed."""
    if algorithm.startswith(("RS", "PS")):
        return published.get("kty") == "RSA"
    if algorithm.startswith("ES"):
        return published.get("kty") == "EC" and published.get("crv") == _CURVES[algorithm]
    return published.get("kty") == "OKP" and published.get("crv") in ("Ed25519", "Ed448")
