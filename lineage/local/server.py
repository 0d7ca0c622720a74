"""Starts and stops a private Neo4j, for as long as the service that asked for it runs."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Self

from lineage.local import archive, configuration, credentials, jars, jvm, paths, versions
from lineage.local.configuration import ServerOptions
from lineage.local.errors import DataDirectoryInUse, StartFailed
from lineage.local.jars import Progress
from lineage.local.log_tail import LogTail
from lineage.local.protocol import Launch, Outcome, Report

START_SECONDS = 180
STOP_SECONDS = 3


class LocalServer:
    """A running private Neo4j: where it answers, and how it is stopped. Usable as a context manager that stops it."""

    def __init__(self, process: "subprocess.Popen[bytes]", *, data_dir: Path, ephemeral: bool, version: str, port: int) -> None:
        known = credentials.load(data_dir)
        if known is None:
            raise LookupError(f"no credentials in {data_dir}")
        self._process = process
        self._stopping = threading.Lock()
        self.uri = f"bolt://127.0.0.1:{port}"
        self.username = known.username
        self.password = known.password
        self.data_dir = data_dir
        self.ephemeral = ephemeral
        self.version = version
        self.port = port
        self.pid = process.pid

    def is_running(self) -> bool:
        """Is the server process alive? It is not after `stop` or a crash."""
        return self._process.poll() is None

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Shuts the server down within these seconds, by force in the end; removes the data of an ephemeral one. Twice is once."""
        with self._stopping:
            _stop(self._process, seconds)
            if self.ephemeral:
                shutil.rmtree(self.data_dir, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def start(
    data_dir: Path | None = None,
    *,
    version: str | None = None,
    options: ServerOptions | None = None,
    template: Path | None = None,
    progress: Progress | None = None,
    timeout: float = START_SECONDS,
) -> LocalServer:
    """Starts a private Neo4j on loopback and returns when it answers.

    `data_dir` is created where it is missing; None makes a temporary one that is removed when the server stops. One that has no
    store yet gets a copy of the `template`, where that is there (`lineage.local.template`).
    `version` is one of `versions.SUPPORTED_VERSIONS`; jars that are not in the cache are downloaded first, which
    `progress` is told about (bytes there, bytes in all). `timeout` is the number of seconds that the start itself may take.
    Raises `UnsupportedVersion`, `JavaNotFound`, `DownloadFailed`, `DataDirectoryInUse` and `StartFailed`.
    """
    chosen = versions.choose(version)
    options = options or ServerOptions()
    class_path = jars.fetch(progress, version=chosen)
    java = jvm.find()
    ephemeral = data_dir is None
    directory = _prepare(data_dir)
    launch = Launch(
        parent_pid=os.getpid(),
        data_dir=directory,
        ephemeral=ephemeral,
        template=template,
        jvm_library=java.library,
        jvm_arguments=[
            *archive.jvm_arguments(class_path, java),
            *configuration.jvm_arguments(options, data_dir=directory, java_version=java.version, ephemeral=ephemeral),
        ],
        jars=list(class_path),
        settings=configuration.server_settings(options),
    )
    log = LogTail(directory)
    process = _spawn(launch)
    try:
        port = _await(process, log, timeout)
        return LocalServer(process, data_dir=directory, ephemeral=ephemeral, version=chosen, port=port)
    except BaseException:
        process.kill()
        _stop(process)
        if ephemeral:
            shutil.rmtree(directory, ignore_errors=True)
        raise


def _prepare(data_dir: Path | None) -> Path:
    """The absolute data directory, there and readable by its user only."""
    if data_dir is None:
        directory = Path(tempfile.mkdtemp(prefix="lineage-neo4j-"))
    else:
        directory = data_dir.expanduser().absolute()
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths.logs_dir(directory).mkdir(exist_ok=True)
    return directory


def _spawn(launch: Launch) -> "subprocess.Popen[bytes]":
    with paths.console_log(launch.data_dir).open("ab") as console:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lineage.local.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=console,
            cwd=launch.data_dir,
            # Ctrl-C in the terminal is for the service, which then stops the server.
            start_new_session=True,
        )
    assert process.stdin is not None
    # A process that has already ended says why in its log, which is read later.
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(launch.to_line())
        process.stdin.flush()
    return process


def _await(process: "subprocess.Popen[bytes]", log: LogTail, timeout: float) -> int:
    """The Bolt port, once the process reports it."""
    lines: Queue[bytes] = Queue()
    stdout = process.stdout
    assert stdout is not None
    threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
    try:
        line = lines.get(timeout=timeout)
    except Empty:
        raise StartFailed(f"it did not answer within {timeout:g} seconds", log_path=log.path, log_tail=log.read()) from None
    if not line:
        code = process.wait()
        raise StartFailed(f"its process ended with code {code}", log_path=log.path, log_tail=log.read())
    report = Report.from_line(line)
    if report.outcome is Outcome.IN_USE:
        raise DataDirectoryInUse(report.reason)
    if report.outcome is Outcome.FAILED:
        raise StartFailed(report.reason, log_path=log.path, log_tail=log.read())
    return report.port


def _stop(process: "subprocess.Popen[bytes]", seconds: float = STOP_SECONDS) -> None:
    """Closing the pipe tells the process to stop; what is left after the time for it is killed."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
