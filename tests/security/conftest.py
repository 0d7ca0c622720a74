"""A service that asks for credentials, with tokens in workspaces of the tests and an OpenID provider beside it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from datetime import datetime
from uuid import uuid4

import httpx
import pytest
from pydantic import SecretStr

from lineage.app import Service
from lineage.auth.principal import Scope
from lineage.auth.token_records import create_token
from lineage.auth.tokens import Token
from tests.running import Neo4jAddress, RunningService, serving
from tests.security.issuer import AUDIENCE, Issuer, issuing

REVOCATION_SECONDS = 1.0
REFETCH_SECONDS = 0.3
ADMIN_TOKEN = f"admin-token-of-the-tests-{uuid4().hex}"

Made = Callable[..., Token]


@pytest.fixture(scope="session")
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        yield found


@pytest.fixture(scope="session")
def guarded(neo4j_address: Neo4jAddress, issuer: Issuer) -> Iterator[RunningService]:
    """A service that asks for credentials. Asked as it is, it is asked without any."""
    settings = neo4j_address.settings(
        auth="on",
        workspace=f"security-{uuid4().hex}",
        query_timeout_seconds=60,
        admin_token=SecretStr(ADMIN_TOKEN),
        revocation_seconds=REVOCATION_SECONDS,
        oidc_issuer=issuer.url,
        oidc_audience=AUDIENCE,
        oidc_workspace_claim="lineage.workspace",
        oidc_refetch_seconds=REFETCH_SECONDS,
        oidc_leeway_seconds=2,
    )
    with serving(Service(settings)) as running:
        yield running


@pytest.fixture
def made(guarded: RunningService) -> Made:
    """Makes a token: of the service's workspace, with the scope write, unless it is said."""

    def make(*scopes: Scope, workspace: str | None = None, name: str = "a test", expires_at: datetime | None = None) -> Token:
        return new_token(guarded, scopes or (Scope.WRITE,), workspace or guarded.service.settings.workspace, name, expires_at)

    return make


def new_token(
    guarded: RunningService, scopes: Iterable[Scope], workspace: str, name: str = "a test", expires_at: datetime | None = None
) -> Token:
    return guarded.run(create_token(guarded.service.store, workspace, name, scopes, expires_at))  # type: ignore[no-any-return]


@pytest.fixture
def by(guarded: RunningService) -> Iterator[Callable[[str], RunningService]]:
    """The service, asked with given credentials."""
    with ExitStack() as stack:
        yield lambda token: stack.enter_context(guarded.by(token))


@pytest.fixture(scope="session")
def http() -> Iterator[httpx.Client]:
    """Sends what a test puts together itself."""
    with httpx.Client(timeout=60, trust_env=False) as client:
        yield client


def bearer(token: str | Token) -> dict[str, str]:
    """The header that brings a token."""
    return {"Authorization": f"Bearer {token.text if isinstance(token, Token) else token}"}


def code_of(answer: httpx.Response) -> str:
    """The code of the one error in an answer."""
    (error,) = answer.json()["errors"]
    return str(error["extensions"]["code"])
