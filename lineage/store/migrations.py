"""Bringing the database's schema up to date: the files of cypher/schema/, in order, once (recorded in the graph with checksums)."""

import hashlib
from dataclasses import dataclass

from lineage.errors import Conflict
from lineage.store.queries import cypher_folder
from lineage.store.store import Store, Transaction


@dataclass(frozen=True, slots=True)
class Migration:
    name: str
    statements: tuple[str, ...]
    checksum: str


def migrations() -> list[Migration]:
    """Those that this version of the service knows, in order."""
    found = []
    for path in sorted((cypher_folder() / "schema").glob("*.cypher")):
        text = path.read_text(encoding="utf-8")
        body = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
        statements = tuple(part.strip() for part in body.split(";") if part.strip())
        found.append(Migration(path.stem, statements, hashlib.sha256(body.encode()).hexdigest()))
    return found


def digest() -> str:
    """Tells this schema from others: the first 16 hexadecimal digits of a SHA-256 of all migrations."""
    return hashlib.sha256("".join(migration.checksum for migration in migrations()).encode()).hexdigest()[:16]


async def pending(store: Store) -> list[Migration]:
    """Those that the database has not had. CONFLICT when one that it had was changed since, or is not known here."""
    known = {migration.name: migration for migration in migrations()}
    recorded = dict((await store.read("", "applied_migrations"))["applied"])
    for name, checksum in recorded.items():
        if name not in known:
            raise Conflict(f"the database has migration {name}, which this version of the service does not know: use a newer one")
        if known[name].checksum != checksum:
            raise Conflict(f"migration {name} was changed after it was carried out: its checksum is not the recorded one")
    return [migration for name, migration in known.items() if name not in recorded]


async def migrate(store: Store) -> list[str]:
    """Carries out what is pending; gives the names. Safe when several services start at once: each statement may be carried out again."""
    waiting = await pending(store)
    for migration in waiting:
        for text in migration.statements:
            await store.define(text)

        async def record(transaction: Transaction, done: Migration = migration) -> None:
            await transaction.run("record_migration", migrationName=done.name, migrationChecksum=done.checksum)

        await store.write("", "migrate", record)
    if waiting:
        await store.read("", "await_indexes")
    return [migration.name for migration in waiting]
