"""From threads to the rows of the graph, by the code that records histories, and copies of them that fill a store."""

import pickle
from collections.abc import Iterator

from benchmarks.against.data.conversation import Clock, conversation
from benchmarks.against.data.shapes import Shapes, trees
from lineage.app import shipped_providers
from lineage.domain.recording.recorded import RecordedThread, ThreadOutline
from lineage.service.recording.planning import plan
from lineage.service.recording.recording import batches
from lineage.settings import Settings
from lineage.store.records.model import Records

FILLER_RUNS = 100
COPIES_AT_ONCE = 20
"""Copies of the filler tree that are written in one transaction."""


def records_of(threads: list[RecordedThread]) -> Records:
    """All rows of a tree."""
    found = {thread.id: thread for thread in threads}
    planned = plan([_outline(thread) for thread in threads], {})
    if planned.faults:
        raise ValueError(f"the made-up data is wrong: {planned.faults[0]}")
    whole = Records()
    for batch in batches(planned, found.get, {}, Settings(), shipped_providers()):
        whole.add(batch.records)
    return whole


def _outline(thread: RecordedThread) -> ThreadOutline:
    runs = [run.id for run in thread.runs]
    return ThreadOutline(thread.id, thread.sessions[0].id, thread.created_at, runs, departure=thread.departure)


def asked_about(shapes: Shapes) -> Iterator[Records]:
    """The rows of the trees that questions are about."""
    for tree in trees(shapes):
        yield records_of(tree)


class Filler:
    """Copies of one tree, which differ in their ids alone: as many runs as are wanted, made quickly."""

    def __init__(self) -> None:
        records = records_of(list(conversation(_name(0), FILLER_RUNS, Clock(), merges=1)))
        self.runs = len(records.runs)
        self._packed = pickle.dumps(records)

    def copies(self, first: int, count: int) -> Records:
        """The copies of these numbers, from 1 on."""
        whole = Records()
        for number in range(first, first + count):
            # Names are of one length, so what is packed stays whole: far quicker than to go through the rows.
            whole.add(pickle.loads(self._packed.replace(_name(0).encode(), _name(number).encode())))
        return whole


def _name(number: int) -> str:
    return f"filler{number:08d}"
