"""Killing the agent programs that this process started, as a crash or an impatient person would."""

import os
import signal
from pathlib import Path


def kill_programs(folder: Path) -> int:
    """Sends SIGKILL to every descendant of this process whose program lies in the folder; how many there were."""
    killed = 0
    for pid in _descendants(os.getpid()):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
            if str(folder) in command or str(folder) in str(Path(f"/proc/{pid}/exe").readlink()):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return killed


def _descendants(of: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            children.setdefault(int(after_name[1]), []).append(int(entry.name))
    found, waiting = [], list(children.get(of, ()))
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += children.get(pid, ())
    return found
