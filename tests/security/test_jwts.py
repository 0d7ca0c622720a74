"""JWTs of an OpenID provider: which count, what their claims allow, and how its keys may change."""

import base64
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import jwt
import pytest

from lineage.auth.oidc.keys import DISCOVERY
from tests.running import RunningService, fresh
from tests.security.conftest import REFETCH_SECONDS, bearer, code_of
from tests.security.issuer import Issuer, issuing, new_key

WORKSPACE = fresh("workspace")
READ = {"query": "{ threads { totalCount } }"}
WRITE = {"query": "mutation { createThread(input: {}) { thread { id } } }"}


@pytest.fixture(autouse=True)
def provider_is_up(issuer: Issuer) -> Iterator[None]:
    yield
    issuer.is_down = False


@pytest.fixture
def keys_may_be_read_again() -> None:
    """Enough time has passed since the provider was last asked for its keys."""
    time.sleep(REFETCH_SECONDS)


@pytest.fixture
def ask(guarded: RunningService, http: httpx.Client) -> Any:
    """Sends a question with a JWT."""
    return lambda token, query=READ: http.post(guarded.url, json=query, headers=bearer(token))


def signed(issuer: Issuer, key_id: str | None = None, **claims: Any) -> str:
    """A JWT of the tests' workspace."""
    return issuer.sign(key_id, **{"lineage": {"workspace": WORKSPACE}, **claims})


def test_a_jwt_lets_in_with_the_scopes_that_it_names(issuer: Issuer, ask: Any) -> None:
    assert ask(signed(issuer)).json()["data"] is not None
    assert ask(signed(issuer), WRITE).json()["data"] is not None
    reading = signed(issuer, scope="lineage:read")
    assert ask(reading).json()["data"] is not None
    assert code_of(ask(reading, WRITE)) == "FORBIDDEN"
    assert ask(signed(issuer, scope=["x", "lineage:write"]), WRITE).json()["data"] is not None


@pytest.mark.parametrize("scope", [None, "", "openid profile", "read write admin", "lineage:everything", {"lineage:write": True}])
def test_without_a_scope_of_ours_nothing_is_allowed(issuer: Issuer, ask: Any, scope: Any) -> None:
    answer = ask(signed(issuer, scope=scope))
    assert (answer.status_code, code_of(answer)) == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ({"exp": 1_600_000_000}, "it is over"),
        ({"exp": None}, "it has no claim exp"),
        ({"exp": "soon"}, "does not count"),
        ({"exp": 10**30}, "exp"),
        ({"nbf": 10**10}, "it is not valid yet"),
        ({"aud": "somebody else"}, "it is for another audience"),
        ({"aud": None}, "it has no claim aud"),
        ({"iss": "https://issuer.example"}, "it is of another issuer"),
        ({"iss": None}, "it has no claim iss"),
        ({"sub": None}, "it has no claim sub"),
        ({"sub": ""}, "claim sub"),
        ({"sub": "two\nlines"}, "claim sub"),
        ({"lineage": None}, "lineage.workspace names no workspace"),
        ({"lineage": {"workspace": 7}}, "lineage.workspace names no workspace"),
        ({"lineage": {"workspace": ""}}, "lineage.workspace names no workspace"),
    ],
)
def test_a_jwt_that_does_not_count_is_refused_with_the_reason(issuer: Issuer, ask: Any, claims: dict[str, Any], words: str) -> None:
    answer = ask(signed(issuer, **claims))
    assert (answer.status_code, code_of(answer)) == (401, "UNAUTHENTICATED")
    assert words in answer.json()["errors"][0]["message"]


def encoded(value: Any) -> str:
    text = json.dumps(value) if not isinstance(value, bytes) else value
    return base64.urlsafe_b64encode(text if isinstance(text, bytes) else text.encode()).rstrip(b"=").decode()


def test_a_jwt_without_a_signature_is_refused(issuer: Issuer, ask: Any) -> None:
    claims = encoded(issuer.claims(lineage={"workspace": WORKSPACE}))
    for algorithm in ("none", "None", "NONE", ""):
        answer = ask(f"{encoded({'alg': algorithm, 'typ': 'JWT', 'kid': list(issuer.keys)[-1]})}.{claims}.")
        assert code_of(answer) == "UNAUTHENTICATED"


def test_the_public_key_is_no_shared_secret(issuer: Issuer, ask: Any) -> None:
    """Whoever knows the published key could sign with it, if it counted as the secret of HS256."""
    import hashlib
    import hmac

    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key_id, (_, key) = list(issuer.keys.items())[-1]
    published = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for algorithm in ("HS256", "RS256"):
        signed_part = f"{encoded({'alg': algorithm, 'kid': key_id})}.{encoded(issuer.claims(lineage={'workspace': WORKSPACE}))}"
        signature = encoded(hmac.new(published, signed_part.encode(), hashlib.sha256).digest())
        assert code_of(ask(f"{signed_part}.{signature}")) == "UNAUTHENTICATED"


def test_a_key_counts_for_its_own_algorithm_alone(issuer: Issuer, ask: Any) -> None:
    key_id, (_, key) = list(issuer.keys.items())[-1]
    claims = issuer.claims(lineage={"workspace": WORKSPACE})
    assert code_of(ask(jwt.encode(claims, key, "PS256", headers={"kid": key_id}))) == "UNAUTHENTICATED"
    assert code_of(ask(jwt.encode(claims, key, "RS512", headers={"kid": key_id}))) == "UNAUTHENTICATED"


def test_another_key_under_the_same_name_is_refused(issuer: Issuer, ask: Any) -> None:
    forged = jwt.encode(issuer.claims(lineage={"workspace": WORKSPACE}), new_key("RS256"), "RS256", headers={"kid": list(issuer.keys)[-1]})
    assert "signature" in ask(forged).json()["errors"][0]["message"]


def test_keys_that_a_jwt_brings_along_are_not_looked_at(issuer: Issuer, ask: Any) -> None:
    with issuing() as other:
        headers = {"kid": "evil", "jku": f"{other.url}/keys", "x5u": f"{other.url}/keys", "jwk": other.published()["keys"][0]}
        forged = jwt.encode(issuer.claims(lineage={"workspace": WORKSPACE}), other.keys["first"][1], "RS256", headers=headers)
        assert code_of(ask(forged)) == "UNAUTHENTICATED"
        assert other.requests == []


@pytest.mark.parametrize("text", ["a.b.c", "..", "eyJ.eyJ.x", f"{'x' * 20_000}.y.z", b"Bearer \xc3\xa9.b.c"])
def test_what_is_no_jwt_is_refused(guarded: RunningService, http: httpx.Client, text: str | bytes) -> None:
    headers = {"Authorization": text} if isinstance(text, bytes) else bearer(text)
    assert code_of(http.post(guarded.url, json=READ, headers=headers)) == "UNAUTHENTICATED"


def test_a_new_key_is_found_and_the_old_one_no_longer_counts(issuer: Issuer, ask: Any) -> None:
    old = signed(issuer)
    assert ask(old).json()["data"] is not None
    time.sleep(REFETCH_SECONDS)
    issuer.rotate(fresh("key"), "ES256")
    assert ask(signed(issuer)).json()["data"] is not None
    assert code_of(ask(old)) == "UNAUTHENTICATED"


@pytest.mark.usefixtures("keys_may_be_read_again")
def test_unknown_keys_do_not_make_as_many_requests_to_the_provider(issuer: Issuer, ask: Any) -> None:
    assert ask(signed(issuer)).json()["data"] is not None
    key = new_key("RS256")
    forged = [jwt.encode(issuer.claims(), key, "RS256", headers={"kid": f"made up {number}"}) for number in range(30)]
    before, began = issuer.requests.count(DISCOVERY), time.monotonic()
    assert {code_of(ask(token)) for token in forged} == {"UNAUTHENTICATED"}
    allowed = (time.monotonic() - began) / REFETCH_SECONDS + 1
    assert 1 <= issuer.requests.count(DISCOVERY) - before <= allowed


def test_known_keys_serve_on_while_the_provider_is_down(issuer: Issuer, ask: Any) -> None:
    assert ask(signed(issuer)).json()["data"] is not None
    issuer.is_down = True
    assert ask(signed(issuer)).json()["data"] is not None
    assert code_of(ask(jwt.encode(issuer.claims(), new_key("RS256"), "RS256", headers={"kid": "unknown"}))) == "UNAUTHENTICATED"
    assert ask(signed(issuer)).json()["data"] is not None
