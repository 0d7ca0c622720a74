"""The access that the settings ask for, and whether they may."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from lineage.auth.access import Access, ByCredentials, Open
from lineage.auth.known_tokens import KnownTokens
from lineage.auth.loopback import is_loopback
from lineage.auth.oidc.documents import is_safe
from lineage.auth.oidc.options import OidcOptions
from lineage.auth.oidc.verifying import Jwts
from lineage.auth.principal import anybody
from lineage.auth.rates import Rates
from lineage.errors import BadInput
from lineage.settings import Settings
from lineage.store.store import Store


def check_settings(settings: Settings) -> None:
    """BAD_INPUT for settings by which nobody, or everybody on the network, could get in."""
    if settings.auth == "off" and not is_loopback(settings.host):
        raise BadInput(
            f"without auth (--no-auth, LINEAGE_AUTH=off) the service listens on loopback only, not on {settings.host}: "
            "leave auth on and make a token by `lineage token create`, or give one in LINEAGE_ADMIN_TOKEN"
        )
    if (settings.oidc_issuer is None) != (settings.oidc_audience is None):
        raise BadInput("LINEAGE_OIDC_ISSUER and LINEAGE_OIDC_AUDIENCE go together: a JWT for anybody else must not count here")
    if settings.oidc_issuer is not None and not is_safe(settings.oidc_issuer):
        raise BadInput(f"LINEAGE_OIDC_ISSUER is {settings.oidc_issuer!r}: expected an address of https, or one on this machine")


@asynccontextmanager
async def opened_access(settings: Settings, store: Store) -> AsyncIterator[Access]:
    """How callers are told apart, for as long as the service runs."""
    if settings.auth == "off":
        yield Open(anybody(settings.workspace))
        return
    # What goes on is checked as often, so that together they are no more than what is promised.
    known_seconds = settings.revocation_seconds / 2
    async with AsyncExitStack() as stack:
        tokens = KnownTokens(store, known_seconds)
        stack.push_async_callback(tokens.close)
        jwts = None
        if (options := oidc_options(settings)) is not None:
            jwts = Jwts(options)
            stack.push_async_callback(jwts.aclose)
        yield ByCredentials(
            tokens.principal,
            jwts.principal if jwts is not None else None,
            settings.admin_token.get_secret_value() if settings.admin_token is not None else None,
            settings.workspace,
            Rates(settings.rate_per_second, settings.rate_burst),
            known_seconds,
        )


def oidc_options(settings: Settings) -> OidcOptions | None:
    """What the settings say of an OpenID provider; None when they name none."""
    if settings.oidc_issuer is None or settings.oidc_audience is None:
        return None
    return OidcOptions(
        issuer=settings.oidc_issuer,
        audience=settings.oidc_audience,
        workspace=settings.workspace,
        workspace_claim=settings.oidc_workspace_claim,
        scopes_claim=settings.oidc_scopes_claim,
        scope_prefix=settings.oidc_scope_prefix,
        algorithms=settings.oidc_algorithms,
        leeway_seconds=settings.oidc_leeway_seconds,
        refetch_seconds=settings.oidc_refetch_seconds,
    )
