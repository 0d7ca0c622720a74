"""Neo4j cannot write any more: commands are refused with a code, and once there is room again nothing that was acknowledged is missing."""

import resource
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from lineage import private_store
from lineage.app import Service
from lineage.service.verify import verify
from tests.faults.load import Load
from tests.running import fresh, serving
from tests.store.own_neo4j import OwnNeo4j

DISK_BYTES = 512 << 20
ROOM_BYTES = 64 << 10
"""What is left to write when a disk becomes full."""
WAIT_SECONDS = 300


class SmallDisk:
    """A file system of its own, as large as a store needs at first."""

    def __init__(self, folder: Path) -> None:
        self.data, self._filler = folder / "data", folder / "filler"

    def fill(self, neo4j: OwnNeo4j) -> None:
        with self._filler.open("wb", buffering=0) as opened:
            for size in (1 << 20, 4096):
                _write_all(opened.write, bytes(size))

    def make_room(self) -> None:
        self._filler.unlink()


class NoRoomToGrow:
    """Stands for it where no file system may be mounted: Neo4j's files cannot grow, which it is told by the same exception."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"

    def fill(self, neo4j: OwnNeo4j) -> None:
        largest = max(path.stat().st_size for path in self.data.rglob("neostore.transaction.*"))
        _, hard = resource.prlimit(neo4j.server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(neo4j.server.pid, resource.RLIMIT_FSIZE, (largest + ROOM_BYTES, hard))

    def make_room(self) -> None:
        """The next process has no such limit."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk | NoRoomToGrow]:
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(tmp_path)]
    try:
        mounted = subprocess.run(mount, capture_output=True, timeout=30, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        yield NoRoomToGrow(tmp_path)
        return
    yield SmallDisk(tmp_path)
    subprocess.run(["umount", "-l", str(tmp_path)], timeout=30, check=True)


def test_what_was_acknowledged_outlives_a_full_disk(disk: SmallDisk | NoRoomToGrow) -> None:
    """Two writers go on until the disk is full; there is room again, and Neo4j is started again, which its log asks for."""
    neo4j = OwnNeo4j(disk.data, private_store.template())
    try:
        settings = neo4j.address.settings(workspace=fresh("full"), query_timeout_seconds=60, retry_seconds=2)
        with serving(Service(settings)) as running:
            with Load(running.url, "load", writers=2) as load:
                load.wait_for(20)
                disk.fill(neo4j)
                _until(lambda: bool(load.interrupted()) or any(writer.fault for writer in load.writers))
                assert httpx.get(f"{running.base}/health/live", timeout=60).status_code == 200
                assert httpx.get(f"{running.base}/health/ready", timeout=60).status_code == 503
                neo4j.stop()
                disk.make_room()
                neo4j.start()
                load.wait_for(load.acknowledged + 10)
            assert set(load.interrupted()) <= {"UNAVAILABLE", "TIMEOUT"}
            assert load.faults() == []
            assert running.run(verify(running.service.store, settings.workspace)) == []
    finally:
        neo4j.stop()


def _write_all(write: Callable[[bytes], int], block: bytes) -> None:
    """Writes blocks until none goes any more."""
    try:
        while write(block) == len(block):
            pass
    except OSError:
        pass


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "no command was refused"
        threading.Event().wait(0.05)
