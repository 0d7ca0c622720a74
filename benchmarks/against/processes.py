"""Processes that the benchmark starts, and free ports for them. Each is ended by its own id, however the benchmark ends."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 180.0
STOP_SECONDS = 20.0


class DidNotStart(Exception):
    """A server ended, or said nothing for too long, before it answered; its log is named."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def running(
    name: str,
    command: Sequence[str],
    log: Path,
    *,
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
    cwd: Path | None = None,
    stop_by: signal.Signals = signal.SIGTERM,
) -> Iterator["subprocess.Popen[bytes]"]:
    """A process with its output in a log, for as long as the block lasts. Ctrl-C in the terminal is not for it."""
    log.parent.mkdir(parents=True, exist_ok=True)
    groups: list[str] | None = [] if user is not None else None
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
            user=user,
            extra_groups=groups,
            cwd=cwd,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        process.send_signal(stop_by)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def await_port(name: str, process: "subprocess.Popen[bytes]", port: int, log: Path, seconds: float = START_SECONDS) -> None:
    """Returns when somebody listens there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if process.poll() is not None:
            raise DidNotStart(f"{name} ended with code {process.returncode}: {log} says why")
        with socket.socket() as tried:
            tried.settimeout(1)
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise DidNotStart(f"{name} did not answer within {seconds:g} seconds: {log} may say why")


def resident_bytes(pid: int) -> int:
    """The memory that a process and those that it started hold now, as the kernel counts it (shared pages in proportion)."""
    total, pending = 0, [pid]
    while pending:
        each = pending.pop()
        try:
            told = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii")
            total += sum(int(line.split()[1]) * 1024 for line in told.splitlines() if line.startswith("Pss:"))
            for task in Path(f"/proc/{each}/task").iterdir():
                pending += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
        except OSError:
            continue
    return total


def busy_seconds(pid: int) -> float:
    """The processors' time that a process has had."""
    user, system = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def size_on_disk(folder: Path) -> int:
    """Bytes of the files below a folder, as the disk holds them."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())
