"""The threads of a file with their ids, and where each of them left another one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lineage.domain.kinds import ParentRelationship
from lineage.importers.claude_code.conversation import FORMAT, Sketch, run_of
from lineage.importers.claude_code.lines import text_in
from lineage.importers.claude_code.survey import Survey
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind, FileReport


@dataclass(frozen=True, slots=True)
class Placed:
    """A thread that the survey found."""

    id: str
    sketch: Sketch
    departure: Departure | None = None
    title: str | None = None
    is_agent: bool = False
    agent_id: str | None = None


def placed(survey: Survey, report: FileReport) -> Sequence[Placed]:
    """All threads that have runs, parents before their children. Threads that left one another are a fault, and one of them left none."""
    found = {thread.id: thread for thread in (*_of_session(survey), *_of_sidechains(survey))}
    ordered: dict[str, Placed] = {}
    for thread in found.values():
        waiting: dict[str, Placed] = {}
        here: Placed | None = thread
        while here is not None and here.id not in ordered and here.id not in waiting:
            waiting[here.id] = here
            here = found.get(here.departure.thread_id) if here.departure else None
        if here is not None and here.id in waiting:
            last = waiting[next(reversed(waiting))]
            report.fault(FaultKind.CYCLE, "agents that started each other", last.sketch.runs[0].place)
            waiting[last.id] = replace(last, departure=None)
        ordered.update(reversed(waiting.items()))
    return list(ordered.values())


def session_thread_id(survey: Survey) -> str:
    """The thread of the session itself, also for the file of an agent of it."""
    return f"{FORMAT}:{survey.session.id or 'unknown'}"


def _of_session(survey: Survey) -> Iterator[Placed]:
    base, session = session_thread_id(survey), survey.session
    if survey.is_programs_own:
        return
    for sketch in survey.main.threads:
        id_ = base + sketch.suffix
        if survey.main.is_agent:
            yield Placed(id_, sketch, _of_agent_file(survey), text_in(survey.about_agent, "description"), True, session.agent_id)
        elif sketch.left is not None and sketch.left.thread is not None:
            left = Departure(ParentRelationship.FORK, base + sketch.left.thread.suffix, run_id=sketch.left.run_id)
            yield Placed(id_, sketch, left, _title_of(survey, sketch))
        elif session.forked_from and session.last_copied and session.last_copied.thread is sketch:
            fork = Departure(ParentRelationship.FORK, f"{FORMAT}:{session.forked_from}", run_id=session.last_copied.run_id)
            yield Placed(id_, sketch, fork, _title_of(survey, sketch))
        else:
            yield Placed(id_, sketch, None, _title_of(survey, sketch))


def _of_agent_file(survey: Survey) -> Departure:
    """The session's own thread, whichever thread made the call: that is known to the session's file alone."""
    call_id = text_in(survey.about_agent, "toolUseId")
    return Departure(ParentRelationship.SUBAGENT, session_thread_id(survey), call_id=call_id, at=survey.began)


def _of_sidechains(survey: Survey) -> Iterator[Placed]:
    base = session_thread_id(survey)
    for sidechain in survey.sidechains:
        if sidechain.is_programs_own:
            continue
        call = survey.calls.of_agent(sidechain.agent_id, sidechain.parent, sidechain.named, sidechain.prompt)
        for sketch in sidechain.conversation.threads:
            parent = base + (call.run.thread.suffix if call is not None and call.run.thread is not None else "")
            left = Departure(ParentRelationship.SUBAGENT, parent, call_id=call.id if call else None, at=sidechain.at or survey.began)
            yield Placed(base + sketch.suffix, sketch, left, call.description if call else None, True, sidechain.agent_id)


def _title_of(survey: Survey, sketch: Sketch) -> str | None:
    """The name that a person gave the session, or the one that the model gave it, or the summary of the branch: the last of each kind."""
    session = survey.session
    summaries = [title for leaf, title in session.summaries if (run := run_of(survey.nodes.get(leaf))) and run.thread is sketch]
    return session.custom_title or session.ai_title or next(reversed(summaries), None)
