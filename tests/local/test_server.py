"""A private server from start to end, with the real Neo4j."""

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError

from lineage.local import LocalServer, ServerOptions, credentials, paths, start
from lineage.local.errors import DataDirectoryInUse, StartFailed

QUICK = ServerOptions(heap="384m", page_cache="32m", jvm_arguments=("-XX:TieredStopAtLevel=1",))
PARENT = """
import os, sys, time
from lineage.local import start
server = start()
if os.fork() == 0:
    time.sleep(60)
    os._exit(0)
print(server.pid, server.data_dir, flush=True)
time.sleep(60)
"""


def query(server: LocalServer, text: str, password: str | None = None) -> list[object]:
    """The first column of the answer."""
    with GraphDatabase.driver(server.uri, auth=(server.username, password or server.password)) as driver:
        return [record[0] for record in driver.execute_query(text, database_="neo4j").records]


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether the condition holds within a time that is long for it."""
    deadline = time.monotonic() + 20
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def is_alive(pid: int) -> bool:
    """Whether there is such a process that has not ended: one that nobody waited for yet counts as ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout.strip()
    return bool(state) and not state.startswith("Z")


@pytest.fixture(scope="module")
def server(jars: dict[str, Path]) -> Iterator[LocalServer]:
    """An ephemeral server, started from a thread that ends before it is used."""
    started: list[LocalServer] = []
    thread = threading.Thread(target=lambda: started.append(start(options=QUICK)))
    thread.start()
    thread.join()
    with started[0] as running:
        yield running


def test_it_answers_with_the_generated_credentials(server: LocalServer) -> None:
    assert query(server, "RETURN 1") == [1]


def test_its_store_is_empty(server: LocalServer) -> None:
    assert query(server, "MATCH (n) RETURN count(n)") == [0]


def test_the_default_password_is_refused(server: LocalServer) -> None:
    with pytest.raises(AuthError):
        query(server, "RETURN 1", password="neo4j")


def test_only_its_user_can_read_the_credentials(server: LocalServer) -> None:
    assert stat.S_IMODE(credentials.path(server.data_dir).stat().st_mode) == 0o600
    assert credentials.load(server.data_dir) == credentials.Credentials(server.username, server.password)


def test_it_listens_on_its_loopback_address_only(server: LocalServer) -> None:
    socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.port), timeout=5)


def test_java_has_nothing_to_complain_of(server: LocalServer) -> None:
    log = paths.console_log(server.data_dir).read_text()
    assert "[error]" not in log
    assert "[warning]" not in log
    assert "WARNING" not in log


def test_a_second_service_on_the_directory_is_told_who_has_it(server: LocalServer) -> None:
    with pytest.raises(DataDirectoryInUse) as raised:
        start(server.data_dir, options=QUICK)
    assert str(server.data_dir) in str(raised.value)
    assert str(os.getpid()) in str(raised.value)
    assert query(server, "RETURN 2") == [2]


def test_stopping_ends_the_process_and_removes_ephemeral_data(server: LocalServer) -> None:
    server.stop()
    server.stop()
    assert not server.is_running()
    assert not server.data_dir.exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=5)


def test_data_and_password_outlive_a_restart_and_a_crash(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    with start(directory, options=QUICK) as first:
        query(first, "CREATE (:Kept {name: 'before the restart'})")
    with start(directory, options=QUICK) as second:
        assert second.password == first.password
        assert query(second, "MATCH (k:Kept) RETURN k.name") == ["before the restart"]
        query(second, "CREATE (:Kept {name: 'before the crash'})")
        os.kill(second.pid, signal.SIGKILL)
        assert eventually(lambda: not second.is_running())
    credentials.path(directory).unlink()
    with start(directory, options=QUICK) as third:
        assert query(third, "MATCH (k:Kept) RETURN k.name ORDER BY k.name") == ["before the crash", "before the restart"]
        assert third.password != first.password


def test_the_server_ends_when_its_service_is_killed(jars: dict[str, Path]) -> None:
    # The service has a forked child, which keeps the pipe to the server open.
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, start_new_session=True) as parent:
        assert parent.stdout is not None
        pid, directory = parent.stdout.readline().split()
        assert is_alive(int(pid))
        os.kill(parent.pid, signal.SIGKILL)
        try:
            assert eventually(lambda: not is_alive(int(pid)))
            assert not Path(directory).exists()
        finally:
            os.killpg(parent.pid, signal.SIGKILL)


def test_a_start_that_fails_shows_the_reason_and_the_end_of_the_log(tmp_path: Path) -> None:
    impossible = ServerOptions(page_cache="12parsecs", jvm_arguments=QUICK.jvm_arguments)
    with pytest.raises(StartFailed) as raised:
        start(tmp_path, options=impossible)
    assert "12parsecs" in raised.value.reason
    assert "IllegalArgumentException" in raised.value.log_tail
    assert str(raised.value.log_path) in str(raised.value)
