"""Neo4j's disk is full: commands are refused with a code, and once there is room again nothing that was acknowledged is missing."""

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from lineage.app import Service
from lineage.service.verify import verify
from tests.faults.load import Load
from tests.running import fresh, serving
from tests.store.own_neo4j import OwnNeo4j

DISK_BYTES = 600 << 20


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
    neo4j = OwnNeo4j(small_disk / "data")
    try:
        with serving(Service(neo4j.address.settings(workspace=fresh("full"), query_timeout_seconds=60, retry_seconds=2))) as running:
            with Load(running.url, "load", writers=2) as load:
                _until(lambda: load.acknowledged > 20)
                filler = small_disk / "filler"
                _fill(filler)
                _until(lambda: bool(load.interrupted()) or any(writer.fault for writer in load.writers))
                assert httpx.get(f"{running.base}/health/live", timeout=60).status_code == 200
                filler.unlink()
                neo4j.stop()
                neo4j.start()
                before = load.acknowledged
                _until(lambda: load.acknowledged > before + 10)
            assert set(load.interrupted()) <= {"UNAVAILABLE", "TIMEOUT", "INTERNAL"}
            assert load.faults() == []
            assert running.run(verify(running.service.store, running.service.settings.workspace)) == []
    finally:
        neo4j.stop()


def _fill(file: Path) -> None:
    """Writes until nothing more goes."""
    with file.open("wb", buffering=0) as opened:
        for size in (1 << 20, 4096):
            try:
                while True:
                    opened.write(bytes(size))
            except OSError:
                continue


def _until(condition: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.05)
