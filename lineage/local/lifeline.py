"""Ends the server process when the service that started it stops it, or is gone.

The pipe to the service closes when the service closes it and also when it dies, however it dies. A child that the
service forked may keep the pipe open, so the parent's process id is watched as well. (PR_SET_PDEATHSIG would not do: it
fires when the thread that started this process ends, and services start it from threads that come and go.)
"""

import os
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

GRACE_SECONDS = 2.5
"""How long an orderly shutdown may take. After it the process just ends: the transaction log makes that safe."""

POLL_SECONDS = 0.5


class Lifeline:
    """Waits in the background for the reason to stop. `end_now` ends the process when the grace period is over."""

    def __init__(self, pipe: BinaryIO, parent_pid: int, end_now: Callable[[], object]) -> None:
        self._pipe = pipe
        self._parent_pid = parent_pid
        self._end_now = end_now
        self._stop = threading.Event()
        for watch in (self._watch_pipe, self._watch_parent):
            threading.Thread(target=watch, daemon=True).start()

    def wait(self) -> None:
        """Returns when it is time to stop; from then on the grace period runs."""
        self._stop.wait()

    def cut(self) -> None:
        """It is time to stop."""
        if not self._stop.is_set():
            self._stop.set()
            threading.Thread(target=self._end_after_grace, daemon=True).start()

    def _watch_pipe(self) -> None:
        self._pipe.read()
        self.cut()

    def _watch_parent(self) -> None:
        # On Windows the interpreter of a virtual environment is started through a launcher: the parent is another process.
        while os.name == "posix" and not self._stop.is_set():
            if os.getppid() != self._parent_pid:
                self.cut()
            time.sleep(POLL_SECONDS)

    def _end_after_grace(self) -> None:
        time.sleep(GRACE_SECONDS)
        self._end_now()
