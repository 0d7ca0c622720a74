"""PostgreSQL in a folder that is kept, with the settings that its own manual gives for a machine of this size; rows come by COPY."""

import shutil
import signal
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from benchmarks.against.postgres.statements import indexes, schema
from benchmarks.against.processes import DidNotStart, await_port, free_port, resident_bytes, running, size_on_disk
from benchmarks.against.stores.neo4j import WORKSPACE
from lineage.store.records.model import Records, Row

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "120",
    "work_mem": "64MB",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "random_page_cost": "1.1",
    "jit": "off",
    # The statements are always the same and start from ids: planning them for each set of parameters costs more than it brings.
    "plan_cache_mode": "force_generic_plan",
}


@dataclass(frozen=True, slots=True)
class PostgresServer:
    port: int
    pid: int
    folder: Path
    version: str

    @property
    def dsn(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"


def _program(name: str) -> str:
    """Where Debian puts the newest one, else the one on the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    program = str(found[-1]) if found else shutil.which(name)
    if program is None:
        raise DidNotStart(
            f"{name} of PostgreSQL is not on this machine: install PostgreSQL 15 or newer, or leave the peer out by --without postgres"
        )
    return program


def _user() -> str | None:
    """The server refuses to run as root: then it runs as a user of its own."""
    whoami = subprocess.run(["id", "-u"], capture_output=True, text=True, check=True).stdout.strip()
    if whoami != "0":
        return None
    known = {line.split(":")[0] for line in Path("/etc/passwd").read_text(encoding="utf-8").splitlines()}
    return "postgres" if "postgres" in known else "nobody"


@contextmanager
def started(folder: Path, shared_buffers: str, log: Path) -> Iterator[PostgresServer]:
    user = _user()
    if not (folder / "PG_VERSION").exists():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        if user is not None:
            shutil.chown(folder, user)
        subprocess.run(
            [_program("initdb"), "-D", str(folder), "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"],
            check=True,
            capture_output=True,
            user=user,
            extra_groups=[] if user is not None else None,
            cwd="/",
        )
    port = free_port()
    options = [f"-c{name}={value}" for name, value in {**SETTINGS, "shared_buffers": shared_buffers}.items()]
    command = [_program("postgres"), "-D", str(folder), "-p", str(port), *options]
    # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    with running("PostgreSQL", command, log, user=user, cwd=Path("/"), stop_by=signal.SIGINT) as process:
        await_port("PostgreSQL", process, port, log)
        version = subprocess.run([_program("postgres"), "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
        yield PostgresServer(port, process.pid, folder, version)


class PostgresLoader:
    """Gives rows to the tables, each batch in one transaction."""

    def __init__(self, connection: asyncpg.Connection, columns: Mapping[str, Sequence[str]]) -> None:
        self._connection = connection
        self._columns = columns

    async def write(self, records: Records) -> None:
        """Rows that are there already, since the benchmark was cut just after they were written, are passed over."""
        if records.runs and await self._connection.fetchval(
            "SELECT true FROM run WHERE workspace = $1 AND id = $2", WORKSPACE, records.runs[0]["set"]["id"]
        ):
            return
        async with self._connection.transaction():
            for table, rows in _tables(records):
                names = self._columns[table]
                values = [[WORKSPACE, *(_value(row.get(name)) for name in names[1:])] for row in rows]
                if values:
                    await self._connection.copy_records_to_table(table, records=values, columns=names)

    async def settle(self) -> None:
        """After much was written: what the planner knows of the tables, and the pages' visibility."""
        await self._connection.execute("VACUUM ANALYZE")

    async def close(self) -> None:
        await self._connection.close()


async def opened(server: PostgresServer) -> PostgresLoader:
    """The loader, once the tables are there."""
    connection = await asyncpg.connect(server.dsn)
    if await connection.fetchval("SELECT to_regclass('run')") is None:
        async with connection.transaction():
            await connection.execute(schema())
            await connection.execute(indexes())
    columns: dict[str, list[str]] = {}
    for table, name in await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
    ):
        columns.setdefault(table, []).append(name)
    return PostgresLoader(connection, columns)


def measured(server: PostgresServer) -> dict[str, int]:
    """Bytes on disk and in memory."""
    return {"disk": size_on_disk(server.folder), "memory": resident_bytes(server.pid)}


def _value(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


def _tables(records: Records) -> Iterable[tuple[str, list[Row]]]:
    """The rows of each table. What a thread's source run is called is in the transfer that it left its parent by."""
    left = {row["targetThreadId"]: row["set"] for row in records.transfers if row["set"]["type"] in ("FORK", "SUBAGENT_SPAWN")}
    points = {row["set"]["id"]: (row["set"]["threadId"], row["set"]["ordinal"]) for row in records.runs}
    yield "thread_lock", [{"id": row["set"]["id"], "made": row.get("lockMade") or 0} for row in records.threads if row["parentId"] is None]
    yield "thread", [{**row["set"], **_source(row, left)} for row in records.threads]
    yield (
        "provider_thread",
        [
            {**row["set"], "threadId": row["threadId"], "forkedFromId": row.get("forkOf"), "adopts": row.get("adopts")}
            for row in records.provider_threads
        ],
    )
    yield "inherits", [_range(part, providerThreadId=row["set"]["id"]) for row in records.provider_threads for part in row["inherits"]]
    yield "run", [{**row["set"], "providerThreadId": row["providerThreadId"], **_continued(row, points)} for row in records.runs]
    yield (
        "provider_turn",
        [
            {"runId": row["set"]["id"], "index": index, "nativeTurnRef": turn}
            for row in records.runs
            for index, turn in enumerate(row["turns"])
        ],
    )
    yield "checkpoint", [{**row["checkpoint"], "runId": row["set"]["id"]} for row in records.runs if row.get("checkpoint")]
    yield "turn_item", [row["set"] for row in records.items]
    ends = ("sourceThreadId", "targetThreadId")
    yield "transfer", [{**row["set"], **{name: row[name] for name in ends}} for row in records.transfers]
    yield (
        "carries",
        [_range(part, transferId=row["set"]["id"], position=at) for row in records.transfers for at, part in enumerate(row["carries"])],
    )
    yield (
        "handoff",
        [
            {
                **row["set"],
                "transferId": row["transferId"],
                "toProviderThreadId": row["providerThreadId"],
                "runId": row["runId"],
                "position": row["position"],
                "supersedesId": row["supersedes"],
            }
            for row in records.handoffs
        ],
    )
    yield (
        "covers",
        [_range(part, handoffId=row["set"]["id"], position=at) for row in records.handoffs for at, part in enumerate(row["covers"])],
    )
    yield "event", [row["set"] for row in records.events]


def _source(row: Row, left: Mapping[str, Row]) -> Row:
    if row["parentId"] is None:
        return {}
    point = left[row["set"]["id"]]
    return {
        "sourceRunId": row["sourceRunId"],
        "sourceThreadId": point["sourcePointThreadId"],
        "sourceOrdinal": point["sourcePointOrdinal"],
        "sourceVersion": row.get("sourceVersion"),
    }


def _continued(row: Row, points: Mapping[str, tuple[str, int]]) -> Row:
    if row.get("continues") is None:
        return {}
    thread_id, ordinal = points[row["continues"]]
    return {"continuesThreadId": thread_id, "continuesOrdinal": ordinal}


def _range(part: Sequence[Any], **more: Any) -> Row:
    return {**more, "threadId": part[0], "from": part[1], "to": part[2]}
