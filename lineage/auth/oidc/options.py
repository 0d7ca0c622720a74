"""Which JWTs count, and what their claims say."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OidcOptions:
    """issuer is what the claim iss has to be, and where the discovery document is; audience has to be among the claim aud.

    The scopes are those of scopes_claim, a list or words in one text, that begin with scope_prefix. workspace_claim names the claim that
    has the workspace; without one everybody belongs to workspace. Seconds: leeway for clocks that differ; keys are read again after
    keys_seconds, and sooner when a token names a key that is not known, but not within refetch_seconds of the last time.
    """

    issuer: str
    audience: str
    workspace: str
    workspace_claim: str | None = None
    scopes_claim: str = "scope"
    scope_prefix: str = "lineage:"
    algorithms: tuple[str, ...] = ("RS256", "PS256", "ES256", "EdDSA")
    leeway_seconds: float = 30
    keys_seconds: float = 3600
    refetch_seconds: float = 30
