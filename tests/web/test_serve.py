"""The server process: it says when it is ready, finishes what it began, and ends cleanly."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from lineage.web.listener import CannotListen, open_listener

TESTS = Path(__file__).parents[1]


def start(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS.parent), str(TESTS)))}
    command = [sys.executable, "-W", "error", "-m", "web.served_program", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


class Served:
    """A running process and a client of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.output = [process.stdout.readline().strip(), process.stdout.readline().strip()]
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.output[1]}", timeout=30, trust_env=False)

    def end(self) -> tuple[int, list[str], list[dict[str, object]]]:
        """Waits for the end. Answers the exit code, what was printed, and the log, every line of which is JSON."""
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, [*self.output, *out.split()], [json.loads(line) for line in err.splitlines()]


@contextmanager
def served(grace_seconds: int = 20) -> Iterator[Served]:
    process = start("0", str(grace_seconds))
    try:
        served = Served(process)
        with served.client:
            yield served
    finally:
        process.kill()
        process.wait(10)


def ask_slowly(client: httpx.Client, seconds: float) -> tuple[threading.Thread, list[httpx.Response | Exception]]:
    answers: list[httpx.Response | Exception] = []

    def ask() -> None:
        try:
            answers.append(client.post("/graphql", json={"query": f"{{ slow(seconds: {seconds}) }}"}))
        except httpx.TransportError as error:
            answers.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, answers


def refuses_connections(client: httpx.Client) -> bool:
    try:
        socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_a_running_request_finish_and_takes_no_new_ones(number: signal.Signals) -> None:
    with served() as service:
        service.client.get("/health/ready")
        thread, answers = ask_slowly(service.client, 2)
        deadline = threading.Event()
        deadline.wait(0.5)
        service.process.send_signal(number)
        while not refuses_connections(service.client):
            deadline.wait(0.05)
        assert thread.is_alive()
        thread.join(30)
        code, printed, log = service.end()
    (answer,) = answers
    assert isinstance(answer, httpx.Response)
    assert answer.json() == {"data": {"slow": "done"}}
    assert code == 0
    assert [printed[0], *printed[2:]] == ["started", "stopped", "ended"]
    assert {line["level"] for line in log} == {"INFO"}
    assert [line["status"] for line in log if line["message"] == "request"] == [200]


def test_a_request_that_outlasts_the_grace_is_given_up() -> None:
    with served(grace_seconds=1) as service:
        service.client.get("/health/ready")
        thread, answers = ask_slowly(service.client, 600)
        threading.Event().wait(0.5)
        service.process.send_signal(signal.SIGTERM)
        thread.join(30)
        code, printed, _ = service.end()
    assert not isinstance(answers[0], httpx.Response) or answers[0].status_code >= 500
    assert (code, printed[-1]) == (0, "ended")


def test_an_open_websocket_is_told_that_the_service_goes() -> None:
    with served() as service:
        address = f"ws://127.0.0.1:{service.output[1]}/graphql"
        with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")], proxy=None) as websocket:
            service.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                websocket.recv(timeout=30)
        code, printed, _ = service.end()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert (code, printed[-1]) == (0, "ended")


def test_a_failing_start_raises_its_own_error() -> None:
    process = start("0", "5", "fail")
    out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert out == ""
    assert err.strip().endswith("RuntimeError: the store cannot be opened")
    assert "ValueError: its address is wrong" in err


def test_a_port_in_use_is_told_before_anything_starts() -> None:
    with open_listener("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        process = start(str(port), "5")
        out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert out == ""
    assert f"port {port} on 127.0.0.1 is in use" in err


@pytest.mark.parametrize(("host", "words"), [("host.invalid", "expected a host name"), ("192.0.2.1", "is not an address of this machine")])
def test_an_address_of_another_machine_is_refused(host: str, words: str) -> None:
    with pytest.raises(CannotListen, match=words):
        open_listener(host, 0)


def test_port_zero_takes_a_free_port() -> None:
    with open_listener("127.0.0.1", 0) as one, open_listener("127.0.0.1", 0) as other:
        assert one.getsockname()[1] != other.getsockname()[1]


def test_answers_are_not_held_back_by_nagles_algorithm() -> None:
    async def accepted_without_delay(listener: socket.socket) -> int:
        option: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def look(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            option.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(look, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            answer = await option
            writer.close()
            return answer

    assert asyncio.run(accepted_without_delay(open_listener("127.0.0.1", 0))) != 0
