"""The second way through a file: the lines of one thread, made into what is recorded of it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from lineage.adapters.claude.items import TurnReader
from lineage.domain.kinds import Actor, NativeRefStrength, ParentRelationship
from lineage.importers.claude_code.calls import Call
from lineage.importers.claude_code.conversation import Boundary
from lineage.importers.claude_code.lines import Line, lines_at
from lineage.importers.claude_code.messages import blocks_of, words_of
from lineage.importers.claude_code.placing import Placed
from lineage.importers.claude_code.running import Running, ToolsOfThread
from lineage.importers.claude_code.survey import Survey
from lineage.importers.loose import mapping, number, text
from lineage.importers.recorded import Compacted, RecordedSession, RecordedThread, Step

PROVIDER = "claude"


def recorded_thread(survey: Survey, thread: Placed, agents: Mapping[str, str]) -> RecordedThread:
    """The thread with its content. agents has the threads of agents by the ids of the calls that started them."""
    calls = calls_of(survey, thread)
    runs = _Runs(survey, thread, {call.id: call for call in calls})
    metadata = dict(survey.session.metadata)
    if agent_type := text(survey.about_agent.get("agentType")):
        metadata["agentType"] = agent_type
    return RecordedThread(
        id=thread.id,
        sessions=(session := _session(survey, thread),),
        steps=tuple(runs.steps(calls, agents)),
        created_at=session.created_at,
        title=thread.title,
        created_by=Actor.AGENT if thread.is_agent else Actor.USER,
        departure=thread.departure,
        metadata=metadata,
    )


def calls_of(survey: Survey, thread: Placed) -> list[Call]:
    """The calls by which a thread started agents, in the order of the file."""
    return [call for call in survey.calls.starting() if call.run.thread is thread.sketch]


def created_at(survey: Survey, thread: Placed) -> datetime:
    """The session's own thread begins with its file, each other one with its first run."""
    is_first = any(sketch is thread.sketch for sketch in survey.main.threads[:1])
    return (survey.session.created_at if is_first else thread.sketch.runs[0].at) or survey.began


def _session(survey: Survey, thread: Placed) -> RecordedSession:
    fork = thread.departure if thread.departure and thread.departure.relationship is ParentRelationship.FORK else None
    return RecordedSession(
        id=thread.id,
        provider=PROVIDER,
        native_ref=thread.agent_id if thread.is_agent else survey.session.id,
        created_at=created_at(survey, thread),
        ref_strength=NativeRefStrength.WEAK if thread.is_agent else NativeRefStrength.STRONG,
        forked_from=fork.thread_id if fork else None,
        closed=not thread.sketch.is_live,
    )


class _Runs:
    """The runs of a thread, read from its lines."""

    def __init__(self, survey: Survey, thread: Placed, starting: Mapping[str, Call]) -> None:
        self._survey = survey
        self._sketch = thread.sketch
        self._session_id = thread.id
        self._boundary_lines: dict[int, Line] = {}
        tools = ToolsOfThread(TurnReader(survey.session.folder), starting)
        times = [run.at or survey.began for run in self._sketch.runs]
        self._runs = [Running(run, tools, at, at, at) for run, at in zip(self._sketch.runs, times, strict=True)]
        self._read()

    def steps(self, calls: list[Call], agents: Mapping[str, str]) -> Iterator[Step]:
        """In order, each compaction behind the last run that it covers."""
        own = {id(run) for run in self._sketch.runs}
        calls_of_run: dict[int, list[Call]] = {}
        for call in calls:
            calls_of_run.setdefault(id(call.run), []).append(call)
        covering: dict[int, list[Boundary]] = {}
        for boundary in self._sketch.boundaries:
            # A branch that begins in the middle of a run may have been compacted before anything of its own was over.
            covering.setdefault(id(boundary.after) if id(boundary.after) in own else 0, []).append(boundary)
        yield from map(self._compacted, covering.get(0, ()))
        for running in self._runs:
            yield running.recorded(self._session_id, calls_of_run.get(id(running.node), ()), agents)
            yield from map(self._compacted, covering.get(id(running.node), ()))

    def _read(self) -> None:
        """Each line in the order of the file, because what goes on in the background comes back later."""
        begins = {run.node.offset: run for run in self._runs if run.node.ref is not None}
        sketch = self._sketch
        runs = {offset: (owner, kind) for offset, owner, kind in zip(sketch.offsets, sketch.owners, sketch.kinds, strict=True)}
        boundaries = {
            offset for boundary in self._sketch.boundaries for offset in (boundary.offset, boundary.summary) if offset is not None
        }
        for offset, line in self._lines(sorted({*begins, *runs, *boundaries})):
            if offset in begins:
                begins[offset].begin(line)
            elif offset in runs:
                owner, kind = runs[offset]
                self._runs[owner].take(line, kind)
            else:
                self._boundary_lines[offset] = line

    def _lines(self, offsets: Sequence[int]) -> Iterator[tuple[int, Line]]:
        if (kept := self._survey.lines) is not None:
            return ((offset, kept[offset]) for offset in offsets)
        return lines_at(self._survey.session.path, offsets)

    def _compacted(self, boundary: Boundary) -> Compacted:
        told = mapping(self._boundary_lines.get(-1 if boundary.offset is None else boundary.offset, {}).get("compactMetadata"))
        summary = self._boundary_lines.get(-1 if boundary.summary is None else boundary.summary)
        return Compacted(
            self._session_id,
            boundary.at or self._survey.began,
            words_of(blocks_of(summary)) or None if summary is not None else None,
            _count(told.get("preTokens")),
            _count(told.get("postTokens")),
        )


def _count(value: object) -> int | None:
    return count if (count := number(value)) is not None and count >= 0 else None
