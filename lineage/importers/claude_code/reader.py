"""Reads Claude Code's session files. See lineage.importers.reading."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from lineage.importers.claude_code.content import calls_of, created_at, recorded_thread
from lineage.importers.claude_code.conversation import FORMAT
from lineage.importers.claude_code.keeping import KeptSurveys
from lineage.importers.claude_code.known import CONVERSATION, TYPES
from lineage.importers.claude_code.lines import read_line
from lineage.importers.claude_code.placing import Placed, placed, session_thread_id
from lineage.importers.claude_code.survey import Survey
from lineage.importers.loose import text
from lineage.importers.recorded import RecordedThread, ThreadOutline
from lineage.importers.report import FileReport

_LOOKED_AT = 50
"""Lines that are looked at to recognize the format."""


class ClaudeCodeReader:
    """See lineage.importers.reading.Reader."""

    name = FORMAT

    def __init__(self) -> None:
        self._surveys = KeptSurveys()

    def recognizes(self, path: Path, head: bytes) -> bool:
        lines = head.splitlines()[:_LOOKED_AT]
        if any(_is_of_format(line) for line in lines):
            return True
        # A first line that is longer than what is looked at.
        return len(lines) == 1 and b'"parentUuid"' in lines[0] and b'"sessionId"' in lines[0]

    def open(self, path: Path, report: FileReport) -> "SessionFile":
        path.stat()
        return SessionFile(path, report, self._surveys)


class SessionFile:
    """See lineage.importers.reading.OpenedFile. A file is opened only while it is read."""

    def __init__(self, path: Path, report: FileReport, kept: KeptSurveys) -> None:
        self._path = path
        self._report = report
        self._kept = kept
        self._is_to_be_read = True

    def outlines(self) -> Sequence[ThreadOutline]:
        self._is_to_be_read = False
        outlines = [self._outline(thread) for thread in self._threads.values()]
        self._kept.keep(self._path, self._survey, self._threads)
        return outlines

    def read(self, thread_id: str) -> RecordedThread:
        thread = self._threads[thread_id]
        return recorded_thread(self._survey, thread, self._agents)

    def close(self) -> None:
        """Nothing is open."""

    @cached_property
    def _surveyed(self) -> tuple[Survey, Mapping[str, Placed]]:
        if self._is_to_be_read and (kept := self._kept.take(self._path)) is not None:
            return kept
        survey = Survey(self._path, self._report, keeps_lines=self._is_to_be_read)
        threads = {thread.id: thread for thread in placed(survey, self._report)}
        survey.forget_chains()
        return survey, threads

    @property
    def _survey(self) -> Survey:
        return self._surveyed[0]

    @property
    def _threads(self) -> Mapping[str, Placed]:
        return self._surveyed[1]

    @cached_property
    def _agents(self) -> dict[str, str]:
        """The threads of agents, in this file or in one of their own, by the ids of the calls that started them."""
        base = session_thread_id(self._survey)
        named = {call.id: f"{base}:agent-{call.agent_id}" for call in self._survey.calls.starting() if call.agent_id}
        here = {thread.departure.call_id: thread.id for thread in self._threads.values() if thread.departure and thread.departure.call_id}
        return named | here

    def _outline(self, thread: Placed) -> ThreadOutline:
        return ThreadOutline(
            id=thread.id,
            session_id=self._survey.session.id or thread.id,
            created_at=created_at(self._survey, thread),
            run_ids=[run.run_id for run in thread.sketch.runs],
            places=[run.place for run in thread.sketch.runs],
            departure=thread.departure,
            spawns={call.id: call.run.run_id for call in calls_of(self._survey, thread)},
        )


def _is_of_format(raw: bytes) -> bool:
    line, _ = read_line(raw)
    if line is None or text(line.get("type")) not in TYPES:
        return False
    if line["type"] in CONVERSATION:
        return text(line.get("sessionId")) is not None or ("uuid" in line and "parentUuid" in line)
    return text(line.get("sessionId")) is not None or text(line.get("leafUuid")) is not None or "snapshot" in line


READER = ClaudeCodeReader()
