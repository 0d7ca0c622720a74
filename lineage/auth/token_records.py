"""Tokens as the store keeps them: made, found, listed, revoked."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from lineage.auth.principal import Scope
from lineage.auth.tokens import Token, digest_of, new_token
from lineage.errors import BadInput, NotFound
from lineage.store.store import Row, Store, Transaction

MOST_NAME_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """What is known of a token: all but its secret. Times are in UTC; last_used_at is some minutes behind."""

    id: str
    workspace: str
    name: str
    scopes: frozenset[Scope]
    digest: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None

    @property
    def state(self) -> str:
        """active, expired or revoked."""
        if self.revoked_at is not None:
            return "revoked"
        return "expired" if self.expires_at is not None and self.expires_at <= datetime.now(UTC) else "active"


async def create_token(store: Store, workspace: str, name: str, scopes: Iterable[Scope], expires_at: datetime | None) -> Token:
    """Makes a token for a workspace. It is all that ever shows the secret. BAD_INPUT for a name that the log could not show as it is."""
    if not name.isprintable() or not name.strip() or len(name) > MOST_NAME_CHARACTERS:
        raise BadInput(f"the name of a token has 1 to {MOST_NAME_CHARACTERS} printable characters")
    if expires_at is not None and expires_at <= datetime.now(UTC):
        raise BadInput(f"the token would end at {expires_at:%Y-%m-%d %H:%M:%S} UTC, which is over")
    if not (granted := sorted(set(scopes))):
        raise BadInput(f"a token has a scope at least: expected {', '.join(Scope)}")
    token = new_token()
    made = {"name": name, "scopes": granted, "digest": digest_of(token.secret), "createdAt": datetime.now(UTC), "expiresAt": expires_at}

    async def write(transaction: Transaction) -> None:
        await transaction.run("create_token", tokenId=token.id, tokenSet=made)

    await store.write(workspace, "create_token", write)
    return token


async def find_token(store: Store, token_id: str) -> TokenRecord | None:
    """The token of this id, of whichever workspace: it is what tells the workspace."""
    row = (await store.read("", "token", tokenId=token_id))["foundToken"]
    return _record(row) if row is not None else None


async def list_tokens(store: Store, workspace: str) -> list[TokenRecord]:
    """The tokens of a workspace, also those that ended, the newest first."""
    rows = (await store.read(workspace, "tokens"))["foundTokens"]
    return sorted(map(_record, rows), key=lambda record: (record.created_at, record.id), reverse=True)


async def revoke_token(store: Store, workspace: str, token_id: str) -> None:
    """Ends a token of a workspace for good; one that was ended before stays so. NOT_FOUND."""

    async def write(transaction: Transaction) -> Row:
        return await transaction.run("revoke_token", tokenId=token_id, now=datetime.now(UTC))

    if not (await store.write(workspace, "revoke_token", write))["revokedTokens"]:
        raise NotFound(f"token {token_id!r} is not known in workspace {workspace!r}")


async def note_use(store: Store, record: TokenRecord, now: datetime) -> None:
    """Keeps when a token was last used."""

    async def write(transaction: Transaction) -> None:
        await transaction.run("note_token_use", tokenId=record.id, now=now)

    await store.write(record.workspace, "note_token_use", write)


def _record(row: Any) -> TokenRecord:
    def time(name: str) -> datetime | None:
        return row[name].to_native() if row.get(name) is not None else None

    created_at = time("createdAt")
    assert created_at is not None
    return TokenRecord(
        id=row["id"],
        workspace=row["workspace"],
        name=row["name"],
        scopes=frozenset(map(Scope, row["scopes"])),
        digest=row["digest"],
        created_at=created_at,
        expires_at=time("expiresAt"),
        revoked_at=time("revokedAt"),
        last_used_at=time("lastUsedAt"),
    )
