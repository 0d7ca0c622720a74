"""The last lines that a server wrote to its logs, for the message of a start that failed."""

from pathlib import Path

from lineage.local import paths

SHOWN_LINES = 20
READ_BYTES = 64 * 1024


class LogTail:
    """Remembers where the logs ended when it was made, so that earlier runs do not show."""

    def __init__(self, data_dir: Path) -> None:
        self._starts = {log: _size(log) for log in (paths.debug_log(data_dir), paths.console_log(data_dir))}

    @property
    def path(self) -> Path:
        """The log that `read` takes its lines from: Neo4j's own where it came so far, else that of its process."""
        debug, console = self._starts
        return debug if _size(debug) > self._starts[debug] else console

    def read(self) -> str:
        """At most the last 20 lines of this run."""
        path = self.path
        end = _size(path)
        if not end:
            return ""
        with path.open("rb") as file:
            file.seek(max(self._starts[path], end - READ_BYTES))
            lines = file.read().decode(errors="replace").splitlines()
        return "\n".join(lines[-SHOWN_LINES:])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
