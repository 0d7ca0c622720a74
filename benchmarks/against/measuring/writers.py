"""How fast writers write, one or many at a time, and how often their transactions were tried again."""

import re
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from benchmarks.against.measuring.latency import times_of
from benchmarks.against.peers.floor import FloorPeer
from benchmarks.against.peers.http import HttpPeer
from benchmarks.against.questions.question import LINEAGE
from benchmarks.against.questions.writes import APPENDING, RUN, Place, new_place, running_run

_RETRIES = re.compile(r'^lineage_store_retries_total\{access="WRITE"\} ([\d.]+)', re.MULTILINE)


def run_cycles(peer: Any, maker: Any, workspace: str, writers: int, seconds: float) -> dict[str, float]:
    """Runs from start to end by so many writers, each on a thread of its own. maker is the peer that makes threads in the same store."""
    places = [new_place(maker, workspace) for _ in range(writers)]
    work = RUN[peer.name]
    return _written(peer, [partial(_swapped, work, place) for place in places], seconds)


def one_thread(peer: Any, maker: Any, workspace: str, writers: int, seconds: float) -> dict[str, float]:
    """Items of one run by so many writers."""
    place: Place = new_place(maker, workspace)
    run, work = running_run(maker, place), APPENDING[peer.name]
    return _written(peer, [lambda own: work(own, place, run)] * writers, seconds)


def _swapped(work: Callable[[Any, Place], None], place: Place, peer: Any) -> None:
    work(peer, place)


def _written(peer: Any, works: Sequence[Callable[[Any], None]], seconds: float) -> dict[str, float]:
    taken: list[list[float]] = [[] for _ in works]
    failed: list[BaseException] = []
    before, began = _retries(peer), time.perf_counter()

    def go_on(number: int) -> None:
        own = peer.another()
        try:
            works[number](own)
            while time.perf_counter() - began < seconds:
                at = time.perf_counter()
                works[number](own)
                taken[number].append(time.perf_counter() - at)
        except Exception as error:
            failed.append(error)
        finally:
            if own is not peer:
                own.close()

    threads = [threading.Thread(target=go_on, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    each = [one for some in taken for one in some]
    if not each:
        return {"per_second": len(works) / (time.perf_counter() - began), "retries": _retries(peer) - before}
    return {**times_of(each).told(), "per_second": len(each) / (time.perf_counter() - began), "retries": _retries(peer) - before}


def _retries(peer: Any) -> float:
    """How often writes were tried again until now. PostgreSQL's twin tries none again: it would fail instead."""
    if isinstance(peer, FloorPeer):
        return peer.retries
    if isinstance(peer, HttpPeer) and peer.name == LINEAGE:
        with urllib.request.urlopen(f"http://127.0.0.1:{peer.port}/metrics", timeout=60) as answer:
            return sum(float(found) for found in _RETRIES.findall(answer.read().decode()))
    return 0.0
