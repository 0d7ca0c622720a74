"""How the sessions of one file belong together: who is whose subagent, who was forked from whom, and what a fork copied.

A fork's messages are copies with new ids. They keep the times of all messages and the texts, to the millisecond, so turns that
agree in all of that are copies of each other, and the ids of the first session that had them count for all. In this way the forks
are found that OpenCode's server makes, which name no session that they came from. Sessions that lineage forked say by themselves
which turns they took along; a fork_session_id says where a session came from, and the copies tell up to where.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lineage.adapters.opencode.history import MARK
from lineage.domain.kinds import ParentRelationship
from lineage.importers.loose import EPOCH, from_milliseconds, mapping, text
from lineage.importers.once import ToldOnce
from lineage.importers.opencode_database.session import Session
from lineage.importers.opencode_database.turns import Turn
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind


@dataclass(slots=True)
class Member:
    """A session with what its turns are called. calls are the sessions that it started as subagents, by the turn that did."""

    session: Session
    turn_ids: Sequence[str]
    places: Sequence[int]
    marks: Sequence[bytes]
    calls: Mapping[str, str]
    run_ids: list[str] = field(default_factory=list)
    departure: Departure | None = None

    @property
    def created_at(self) -> datetime:
        return from_milliseconds(mapping(self.session.info.get("time")).get("created")) or EPOCH


def thread_id(session_id: str) -> str:
    return f"opencode:{session_id}"


def run_id(message_id: str) -> str:
    return f"opencode:{message_id}"


def member_of(session: Session, turns: Sequence[Turn]) -> Member:
    calls: dict[str, str] = {}
    for turn in turns:
        for message in turn.answers:
            for part in message.parts:
                if part["type"] == "tool" and (child := called_session(part)):
                    calls.setdefault(child, turn.start.id)
    ids = [turn.start.id for turn in turns]
    places = [turn.start.place or at for at, turn in enumerate(turns, 1)]
    return Member(session, ids, places, [turn.mark() for turn in turns], calls)


def called_session(part: Mapping[str, object]) -> str | None:
    """The session of the subagent that this call of a tool started."""
    if part.get("tool") != "task":
        return None
    return text(mapping(mapping(part.get("state")).get("metadata")).get("sessionId"))


def relate(members: Iterable[Member], tell: ToldOnce) -> dict[str, Member]:
    """Finds the departures and names the runs; the members by their session ids, parents before their children."""
    family = {member.session.id: member for member in members}
    _Relating(family, tell).all()
    return _parents_first(family, tell)


class _Relating:
    """Sessions are gone through from the oldest on, so that originals come before their copies."""

    def __init__(self, family: Mapping[str, Member], tell: ToldOnce) -> None:
        self._family = family
        self._tell = tell
        self._beginning_with: dict[bytes, list[Member]] = {}
        self._owner: dict[str, str] = {}

    def all(self) -> None:
        for member in self._family.values():
            source = self._source_of(member)
            shared = _shared(member, source) if source is not None else 0
            self._name_runs(member, source, shared)
            if source is not None:
                member.departure = self._departure_of_fork(member, source, shared)
            elif member.session.parent_id is not None:
                member.departure = self._departure_of_subagent(member, member.session.parent_id)
            if member.marks:
                self._beginning_with.setdefault(member.marks[0], []).append(member)

    def _source_of(self, member: Member) -> Member | None:
        """The session that this one was forked from, where it can be told."""
        if (named := member.session.forked_from) is not None:
            source = self._family.get(named)
            if source is None:
                # Its copies are all that there is, so they are its own history.
                self._tell(FaultKind.MISSING_PARENT, "a fork of a session that the file does not have", member.session.place)
            return source if source is not member else None
        alike = self._beginning_with.get(member.marks[0], []) if member.marks else []
        return max(alike, key=lambda other: _shared(member, other), default=None)

    def _name_runs(self, member: Member, source: Member | None, shared: int) -> None:
        told = _told_names(member.session)
        for at, turn_id in enumerate(member.turn_ids):
            named = run_id(told[turn_id]) if turn_id in told else run_id(turn_id)
            name = source.run_ids[at] if source is not None and at < min(shared, len(source.run_ids)) else named
            member.run_ids.append(name)
            self._owner.setdefault(name, member.session.id)

    def _departure_of_fork(self, member: Member, source: Member, shared: int) -> Departure | None:
        run = source.run_ids[shared - 1] if 0 < shared <= len(source.run_ids) else self._before_boundary(member.session, source)
        if run is None:
            return None
        # A fork of a fork may have left it within what that one had taken along.
        owner = self._owner.get(run, source.session.id)
        return Departure(ParentRelationship.FORK, thread_id(owner), run_id=run) if owner != member.session.id else None

    def _before_boundary(self, session: Session, source: Member) -> str | None:
        """The last run before the message that the fork left out, for forks that hold no copies."""
        boundary = session.fork_boundary
        if boundary is None or boundary not in source.turn_ids:
            return None
        at = list(source.turn_ids).index(boundary)
        return source.run_ids[at - 1] if 0 < at <= len(source.run_ids) else None

    def _departure_of_subagent(self, member: Member, parent_id: str) -> Departure:
        parent, own = self._family.get(parent_id), member.session.id
        if parent is None or own in parent.calls:
            return Departure(ParentRelationship.SUBAGENT, thread_id(parent_id), call_id=own)
        return Departure(ParentRelationship.SUBAGENT, thread_id(parent_id), at=member.created_at)


def _shared(one: Member, other: Member) -> int:
    """How many turns both begin with."""
    return next(
        (at for at, (a, b) in enumerate(zip(one.marks, other.marks, strict=False)) if a != b), min(len(one.marks), len(other.marks))
    )


def _told_names(session: Session) -> dict[str, str]:
    """What the turns were called in the session that lineage forked this one from; the oldest name where there are several."""
    turns = mapping(mapping(mapping(session.info.get("metadata")).get(MARK)).get("turns"))
    names: dict[str, str] = {}
    for old, new in turns.items():
        if isinstance(new, str):
            names[new] = min(old, names.get(new, old))
    return names


def _parents_first(family: Mapping[str, Member], tell: ToldOnce) -> dict[str, Member]:
    ordered: dict[str, Member] = {}
    for member in family.values():
        chain: dict[str, Member] = {}
        step: Member | None = member
        while step is not None and step.session.id not in ordered:
            if step.session.id in chain:
                tell(FaultKind.CYCLE, "sessions that name each other as parents", step.session.place)
                step.departure = None
                break
            chain[step.session.id] = step
            parent = step.departure.thread_id.removeprefix("opencode:") if step.departure else None
            step = family.get(parent) if parent else None
        for found in reversed(chain.values()):
            ordered[found.session.id] = found
    return ordered
