"""What is kept of each thread while its file is open: its runs by their ids and numbers, and the sessions that they ran on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from lineage.importers.recorded import Departure
from lineage.importers.t3code.ids import own_id


@dataclass(slots=True)
class KnownRun:
    """A run that reached the provider. dropped_at is the sequence at which it left the history."""

    id: str
    native_id: str
    ordinal: int | None
    sequence: int
    line: int
    provider_thread_id: str | None
    replaces_session: bool
    """Its provider thread could not be resumed: it began with a new native session."""
    dropped_at: int | None
    session_id: str = ""


@dataclass(slots=True)
class KnownThread:
    """A thread of the file. spawns gives the run of each subagent by the subagent's id, children the subagent of each child thread."""

    native_id: str
    created_at: datetime
    runs: list[KnownRun]
    spawns: Mapping[str, str] = field(default_factory=dict)
    children: Mapping[str, str] = field(default_factory=dict)
    departure: Departure | None = None

    def run(self, native_id: str | None) -> KnownRun | None:
        return next((run for run in self.runs if run.native_id == native_id), None)

    @property
    def sessions(self) -> dict[str, str]:
        """The session of each run."""
        return {run.id: run.session_id for run in self.runs}


Family = Mapping[str, KnownThread]
"""All threads of a file by the ids that they have in it."""


def name_sessions(family: Family) -> None:
    """Gives each run its session.

    A provider thread is a session. From a run on that had to replace it, it is another one; and where a second thread went on with
    it, as a fork may with its subagent's, that thread has one of its own. Runs without a provider thread are on their thread's own one.
    """
    owners: dict[str, tuple[int, str]] = {}
    for thread in family.values():
        for run in thread.runs:
            if run.provider_thread_id is not None:
                candidate = (run.sequence, thread.native_id)
                owners[run.provider_thread_id] = min(owners.get(run.provider_thread_id, candidate), candidate)
    for thread in family.values():
        times_replaced: dict[str, int] = {}
        for run in thread.runs:
            name = run.provider_thread_id
            if name is None:
                run.session_id = own_id(thread.native_id)
                continue
            times_replaced[name] = times_replaced.get(name, 0) + run.replaces_session
            parts = [name]
            if owners[name][1] != thread.native_id:
                parts.append(f"in {thread.native_id}")
            if times_replaced[name]:
                parts.append(f"replaced {times_replaced[name]}")
            run.session_id = own_id(", ".join(parts))
