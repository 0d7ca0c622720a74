"""The server process: `python -m lineage.local.child`. Started by `lineage.local.server`, not by hand.

It reads one `Launch` line from standard input, answers with one `Report` line on standard output, and runs until
standard input closes, the parent is gone, or SIGTERM comes.
"""

import os
import signal
import sys
import traceback
from types import FrameType
from typing import BinaryIO

from lineage.local.engine import Engine
from lineage.local.errors import DataDirectoryInUse
from lineage.local.holding import hold
from lineage.local.lifeline import Lifeline
from lineage.local.protocol import Launch, Outcome, Report

REMOVE_AND_END = "import shutil, sys; shutil.rmtree(sys.argv[1], ignore_errors=True)"


def main() -> None:
    """Runs one server from start to end. The exit code is 0 after an orderly end."""
    reports = _take_standard_output()
    launch = Launch.from_line(sys.stdin.buffer.readline())
    lifeline = Lifeline(sys.stdin.buffer, launch.parent_pid, end_now=lambda: _leave(launch, code=1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def terminate(_signal: int, _frame: FrameType | None) -> None:
        lifeline.cut()

    signal.signal(signal.SIGTERM, terminate)
    try:
        with hold(launch.data_dir, service_pid=launch.parent_pid):
            engine = Engine(launch)
            _send(reports, Report(Outcome.READY, port=engine.port))
            lifeline.wait()
            if not launch.ephemeral:
                engine.shutdown()
            _leave(launch, code=0)
    except DataDirectoryInUse as error:
        _send(reports, Report(Outcome.IN_USE, reason=str(error)))
    except Exception as error:
        traceback.print_exc()
        _send(reports, Report(Outcome.FAILED, reason=_reason(error)))
        _leave(launch, code=1)


def _leave(launch: Launch, *, code: int) -> None:
    """Ends the process without waiting for the threads of Java, and removes the data of an ephemeral server."""
    if launch.ephemeral:
        # Replacing the process stops every thread of the JVM, so nothing writes into the directory while it is removed.
        os.chdir("/")
        os.execv(sys.executable, [sys.executable, "-I", "-c", REMOVE_AND_END, str(launch.data_dir)])
    os._exit(code)


def _take_standard_output() -> BinaryIO:
    """Keeps the pipe for reports alone: what Java or Python print from now on goes to the log with standard error."""
    reports = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return reports


def _send(reports: BinaryIO, report: Report) -> None:
    reports.write(report.to_line())
    reports.flush()


def _reason(error: BaseException) -> str:
    """The messages of an exception and its causes, Java's included, each once, the outermost first."""
    messages: list[str] = []
    current: BaseException | None = error
    while current is not None:
        message = str(current) or type(current).__name__
        if not any(message in earlier for earlier in messages):
            messages.append(message)
        current = current.__cause__
    return "; because: ".join(messages)


if __name__ == "__main__":
    main()
