"""Reading a provider's keys: what it may publish, and what is not taken from it."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lineage.auth.oidc.keys import Keys
from lineage.auth.oidc.options import OidcOptions
from lineage.errors import Unauthenticated, Unavailable
from tests.security.issuer import AUDIENCE, Issuer, issuing


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        yield found


async def read(issuer: Issuer, key_id: str | None = "first", algorithm: str = "RS256", **options: Any) -> Any:
    async with httpx.AsyncClient(trust_env=False) as http:
        return await Keys(OidcOptions(issuer.url, AUDIENCE, "w", **options), http).key(key_id, algorithm)


async def test_a_key_is_found_by_its_name_or_as_the_only_one(issuer: Issuer) -> None:
    assert (await read(issuer)).key_id == "first"
    assert (await read(issuer, None)).key_id == "first"


async def test_of_several_keys_one_has_to_be_named(issuer: Issuer) -> None:
    issuer.publish("second", "RS256")
    assert (await read(issuer, "second")).key_id == "second"
    with pytest.raises(Unauthenticated, match="does not publish"):
        await read(issuer, None)


@pytest.mark.parametrize(
    ("discovery", "words"),
    [
        ({"issuer": "https://issuer.example"}, "names another issuer"),
        ({"jwks_uri": None}, "names no jwks_uri"),
        ({"jwks_uri": "http://issuer.example/keys"}, "neither of https nor on this machine"),
        ({"jwks_uri": "file:///etc/passwd"}, "neither of https nor on this machine"),
    ],
)
async def test_a_discovery_document_that_is_not_to_be_trusted_is_refused(issuer: Issuer, discovery: dict[str, Any], words: str) -> None:
    issuer.discovery.update(discovery)
    with pytest.raises(Unavailable, match=words):
        await read(issuer)


async def test_a_provider_that_is_down_is_unavailable(issuer: Issuer) -> None:
    issuer.is_down = True
    with pytest.raises(Unavailable, match="HTTP status 503"):
        await read(issuer)


async def test_secrets_and_keys_for_encryption_are_passed_over(issuer: Issuer) -> None:
    real = issuer.published
    secret = {"kty": "oct", "k": "c2VjcmV0", "kid": "first", "alg": "RS256"}
    encrypting = {**real()["keys"][0], "kid": "encrypting", "use": "enc"}
    issuer.published = lambda: {"keys": [secret, encrypting, "nothing", {"kty": "RSA", "kid": "broken", "n": "!", "e": "AQAB"}]}  # type: ignore[method-assign]
    with pytest.raises(Unavailable, match="publishes no key"):
        await read(issuer)


async def test_a_provider_is_not_asked_again_at_once_when_it_was_down(issuer: Issuer) -> None:
    issuer.is_down = True
    async with httpx.AsyncClient(trust_env=False) as http:
        keys = Keys(OidcOptions(issuer.url, AUDIENCE, "w"), http)
        for _ in range(5):
            with pytest.raises(Unavailable):
                await keys.key("first", "RS256")
    assert len(issuer.requests) == 1
