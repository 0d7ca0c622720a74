"""One server at a time on a data directory.

The server process holds the lock, not the service: it lives exactly as long as Neo4j has the files open, also when the
service was killed and its server is still on the way down.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from lineage.local.errors import DataDirectoryInUse

HANDOVER_SECONDS = 4
"""How long a server of a service that has just ended may take to let go of the directory."""


@contextmanager
def hold(data_dir: Path, *, service_pid: int) -> Iterator[None]:
    """Keeps `data_dir` for this process. Raises `DataDirectoryInUse`, which names the directory and who has it."""
    lock = FileLock(data_dir / "lineage.lock")
    try:
        lock.acquire(timeout=HANDOVER_SECONDS)
    except Timeout:
        raise DataDirectoryInUse(
            f"The data directory {data_dir} is in use by {_holder(data_dir)}. "
            "Stop that service first, or name another directory with --data-dir."
        ) from None
    try:
        _holder_file(data_dir).write_text(json.dumps({"service": service_pid, "server": os.getpid()}), encoding="utf-8")
        yield
    finally:
        lock.release()


def _holder(data_dir: Path) -> str:
    try:
        pids = json.loads(_holder_file(data_dir).read_text(encoding="utf-8"))
        return f"the service with process id {pids['service']} (its Neo4j is process {pids['server']})"
    except (OSError, ValueError, KeyError):
        return "another service"


def _holder_file(data_dir: Path) -> Path:
    return data_dir / "holder.json"
