"""Who a request is by, and what it may do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from lineage.errors import Forbidden


class Scope(StrEnum):
    """What a token allows; each allows what those before it do: write answers mutations with what can be read, too."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


_ORDER = tuple(Scope)

IN_REQUEST = "lineage.principal"
"""Under which name the scope of a request (ASGI) has its Principal."""


@dataclass(frozen=True, slots=True)
class Principal:
    """One caller: the workspace that it sees, what it may do there, and how it is named in the log of changes.

    actor is `token:ID NAME`, `jwt:SUBJECT`, `admin-token`, or None when nobody asks who calls. rate_key is whom requests are counted for.
    expires_at is when its credentials end by themselves, in UTC.
    """

    workspace: str
    scopes: frozenset[Scope]
    actor: str | None
    rate_key: str | None = None
    expires_at: datetime | None = None

    def may(self, scope: Scope) -> bool:
        """Whether its scopes include this one, or one that allows more."""
        return any(_ORDER.index(own) >= _ORDER.index(scope) for own in self.scopes)

    def require(self, scope: Scope) -> None:
        """FORBIDDEN when it may not."""
        if not self.may(scope):
            raise Forbidden(f"this needs the scope {scope}, the credentials have {_listed(self.scopes)}")


NOBODY = Principal("", frozenset(), None)
"""One that was not told who it is: of no workspace, and allowed nothing."""


def anybody(workspace: str) -> Principal:
    """Whoever calls while nobody asks who it is."""
    return Principal(workspace, frozenset(Scope), None)


def _listed(scopes: Iterable[Scope]) -> str:
    return ", ".join(sorted(scopes, key=_ORDER.index)) or "none"
