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


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    try:
        refused = subprocess.run(mount, capture_output=True, timeout=30, check=False).returncode != 0
    except OSError:
        refused = True
    if refused:
        pytest.skip("a file system of its own needs the right to mount one")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], timeout=30, check=True)


def test_what_was_acknowledged_outlives_a_full_disk(small_disk: Path) -> None:
    filler = small_disk / "filler"

    def fill(_: OwnNeo4j) -> None:
        with filler.open("wb", buffering=0) as opened:
            opened.truncate(0)
            for size in (1 << 20, 4096):
                _write_all(opened.write, bytes(size))

    _outlives(small_disk / "data", fill, filler.unlink)


def test_what_was_acknowledged_outlives_files_that_cannot_grow(tmp_path: Path) -> None:
    def limit(neo4j: OwnNeo4j) -> None:
        largest = max(path.stat().st_size for path in (tmp_path / "data").rglob("*transaction*") if path.is_file())
        _, hard = resource.prlimit(neo4j.server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(neo4j.server.pid, resource.RLIMIT_FSIZE, (largest + ROOM_BYTES, hard))

    _outlives(tmp_path / "data", limit, lambda: None)


def _outlives(data: Path, fill: Callable[[OwnNeo4j], None], make_room: Callable[[], None]) -> None:
    """Fills the disk under two writers until a command is refused, makes room, starts Neo4j again and lets them go on."""
    neo4j = OwnNeo4j(data, private_store.template())
    try:
        settings = neo4j.address.settings(workspace=fresh("full"), query_timeout_seconds=60, retry_seconds=2)
        with serving(Service(settings)) as running:
            with Load(running.url, "load", writers=2) as load:
                load.wait_for(20)
                fill(neo4j)
                _until(lambda: bool(load.interrupted()) or any(writer.fault for writer in load.writers))
                assert httpx.get(f"{running.base}/health/live", timeout=60).status_code == 200
                neo4j.stop()
                make_room()
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
