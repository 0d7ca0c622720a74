"""The reader for OTLP's JSON."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from lineage.domain.kinds import Actor, NativeRefStrength, ParentRelationship
from lineage.importers.loose import EPOCH, from_nanoseconds
from lineage.importers.once import ToldOnce
from lineage.importers.opentelemetry.content import run_of
from lineage.importers.opentelemetry.spans import Spans
from lineage.importers.opentelemetry.turns import Thread, Turn, threads_of
from lineage.importers.recorded import Departure, RecordedSession, RecordedThread, ThreadOutline
from lineage.importers.report import FileReport

UNKNOWN_PROVIDER = "unknown"
"""The provider of turns that name none."""


class OpenTelemetryReader:
    """See Reader."""

    name = "otel"

    def recognizes(self, path: Path, head: bytes) -> bool:
        begin = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        return begin[:1] in (b"{", b"[") and (b'"resourceSpans"' in head or b'"resource_spans"' in head)

    def open(self, path: Path, report: FileReport) -> "OpenedTelemetry":
        return OpenedTelemetry(path, ToldOnce(report))


class OpenedTelemetry:
    """See OpenedFile. It keeps the ids and times of the spans that are about agents; what they say is in a temporary file."""

    def __init__(self, path: Path, tell: ToldOnce) -> None:
        self._path = path
        self._tell = tell
        self._spans: Spans | None = None
        self._threads: dict[str, Thread] = {}
        # A file that cannot be opened says so here.
        path.open("rb").close()

    def outlines(self) -> Sequence[ThreadOutline]:
        self._look()
        return [_outline(thread) for thread in self._threads.values()]

    def read(self, thread_id: str) -> RecordedThread:
        """KeyError when the file has no such thread."""
        spans = self._look()
        thread = self._threads[thread_id]
        sessions = _sessions_of(thread)
        departure = _departure_of(thread)
        return RecordedThread(
            id=thread.id,
            sessions=list(sessions.values()),
            steps=[run_of(turn, sessions[_session_key(turn)].id, spans) for turn in thread.turns],
            created_at=_begun_at(thread.turns[0]),
            created_by=Actor.AGENT if departure else Actor.USER,
            departure=departure,
            metadata={"file": self._path.name, **({"service": spans.service} if spans.service else {})},
        )

    def close(self) -> None:
        if self._spans is not None:
            self._spans.close()
            self._spans = None

    def _look(self) -> Spans:
        if self._spans is None:
            self._spans = Spans(self._path, self._tell)
            self._threads = {thread.id: thread for thread in threads_of(self._spans, self._tell)}
        return self._spans


def _outline(thread: Thread) -> ThreadOutline:
    return ThreadOutline(
        id=thread.id,
        session_id=thread.id.removeprefix("otel:"),
        created_at=_begun_at(thread.turns[0]),
        run_ids=[turn.run_id for turn in thread.turns],
        places=[turn.top.place for turn in thread.turns],
        departure=_departure_of(thread),
        spawns={called.call_id: turn.run_id for turn in thread.turns for called in turn.called if called.call_id},
    )


def _departure_of(thread: Thread) -> Departure | None:
    if thread.caller is None:
        return None
    return Departure(ParentRelationship.SUBAGENT, thread.caller.thread.id, call_id=thread.call_id)


def _session_key(turn: Turn) -> tuple[str | None, str]:
    return turn.top.agent, turn.provider or UNKNOWN_PROVIDER


def _sessions_of(thread: Thread) -> dict[tuple[str | None, str], RecordedSession]:
    """A session for each agent of the thread with each provider. A conversation's id names the first one's session."""
    sessions: dict[tuple[str | None, str], RecordedSession] = {}
    for turn in thread.turns:
        key = _session_key(turn)
        if key in sessions:
            continue
        agent, provider = key
        is_first = not sessions
        part = ":".join(name for name in (agent, provider) if name)
        sessions[key] = RecordedSession(
            id=thread.id if is_first else f"{thread.id}:{part}",
            provider=provider,
            native_ref=(thread.conversation if is_first else f"{thread.conversation}:{part}")
            if thread.named and not thread.caller
            else None,
            created_at=_begun_at(turn),
            ref_strength=NativeRefStrength.STRONG if is_first and thread.named and not thread.caller else NativeRefStrength.WEAK,
        )
    return sessions


def _begun_at(turn: Turn) -> datetime:
    return from_nanoseconds(turn.top.start) or EPOCH
