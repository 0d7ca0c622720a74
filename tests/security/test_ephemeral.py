"""A throw-away service on loopback lets this machine in, unless somebody said how to ask for credentials."""

from typing import Any

import pytest

from lineage.commands.serving import nobody_can_have_credentials
from lineage.settings import Settings


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LINEAGE_AUTH", "LINEAGE_ADMIN_TOKEN", "LINEAGE_OIDC_ISSUER", "LINEAGE_HOST"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("given", [{}, {"host": "::1"}, {"host": "localhost"}])
def test_nobody_can_have_credentials_where_none_are_set(given: dict[str, Any]) -> None:
    assert nobody_can_have_credentials(Settings(**given))


@pytest.mark.parametrize("given", [{"auth": "on"}, {"auth": "off"}, {"admin_token": "x" * 40}, {"host": "0.0.0.0"}])
def test_what_was_said_counts(given: dict[str, Any]) -> None:
    assert not nobody_can_have_credentials(Settings(**given))


def test_what_the_environment_says_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINEAGE_AUTH", "on")
    assert not nobody_can_have_credentials(Settings())
