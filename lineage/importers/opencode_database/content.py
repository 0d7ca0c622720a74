"""What a session did, as steps: its turns with their items, summaries, and what it was told to forget."""

import posixpath
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import orjson

from lineage.adapters.opencode.items import Narration
from lineage.adapters.opencode.server import error_text
from lineage.adapters.port import Observed
from lineage.domain.kinds import RunStatus, TurnItemKind
from lineage.importers.loose import Json, from_milliseconds, mapping, mappings, text
from lineage.importers.once import ToldOnce
from lineage.importers.opencode_database.kinship import called_session, thread_id
from lineage.importers.opencode_database.session import Message, Session
from lineage.importers.opencode_database.turns import Summary, Turn, ended_at
from lineage.importers.recorded import Compacted, RecordedCheckpoint, RecordedItem, RecordedRun, RolledBack, Spawn, Step
from lineage.importers.report import FaultKind

_SUMMARIZED = "OpenCode put a summary in the place of the session's earlier turns"
_GOES_ON = frozenset({"tool-calls", "unknown"})
"""How answers end that are not the last one of their turn."""
_SAID = frozenset({"text", "reasoning"})
_KNOWN = frozenset(
    {"text", "reasoning", "step-start", "step-finish", "snapshot", "patch", "file", "agent", "subtask", "retry", "compaction"}
)


def check(session: Session, turns: Sequence[Turn], tell: ToldOnce) -> None:
    """Tells what of the turns is not as OpenCode writes it."""
    for turn in turns:
        for message in (turn.start, *turn.answers):
            for part in message.parts:
                if part["type"] == "tool":
                    if not text(part.get("tool")) or not isinstance(part.get("state"), dict):
                        tell(FaultKind.NOT_READABLE, "a call of a tool without its name or its state", message.place)
                elif part["type"] in _SAID and not isinstance(part.get("text"), str):
                    tell(FaultKind.NOT_READABLE, "a part of a message without its text", message.place)
                elif part["type"] not in _KNOWN:
                    tell(FaultKind.UNKNOWN_TYPE, f"parts of the type {part['type']}", message.place)
    if session.reverted_from is not None and _turn_with(session.reverted_from, turns) is None:
        tell(FaultKind.DANGLING_PARENT, "a session that was reverted to a message which is in none of its turns", session.place)


def steps_of(session: Session, found: Sequence[Turn | Summary], run_ids: Sequence[str]) -> Iterator[Step]:
    """The steps, in order; run_ids are those of the turns."""
    reader = _TurnReader(session)
    runs: list[RecordedRun] = []
    for entry in found:
        if isinstance(entry, Summary):
            # One that was made in the middle of a turn stands behind it, and covers what it did before.
            yield Compacted(thread_id(session.id), max(entry.at, runs[-1].finished_at) if runs else entry.at, entry.text)
        elif len(runs) < len(run_ids):
            runs.append(reader.run(entry, run_ids[len(runs)]))
            yield runs[-1]
    dropped = _turn_with(session.reverted_from, [entry for entry in found if isinstance(entry, Turn)])
    if dropped is not None and dropped < len(runs):
        # The session still lists what it was told to forget: its next message drops it.
        last = max(run.finished_at for run in runs)
        yield RolledBack(
            runs[dropped].id, max(from_milliseconds(mapping(session.info.get("time")).get("updated")) or last, last), pending=True
        )


def _turn_with(message_id: str | None, turns: Sequence[Turn]) -> int | None:
    """Which of the turns has this message."""
    return next((at for at, turn in enumerate(turns) if any(message.id == message_id for message in (turn.start, *turn.answers))), None)


class _TurnReader:
    def __init__(self, session: Session) -> None:
        self._session = session
        folder = Path(posixpath.normpath(text(session.info.get("directory")) or "/"))
        self._narration = Narration(session.id, folder)

    def run(self, turn: Turn, name: str) -> RecordedRun:
        items, spawns = self._items(turn)
        status, reason = _end_of(turn)
        finished = self._finished_at(turn)
        if status is RunStatus.FAILED and reason:
            items.append(RecordedItem(TurnItemKind.FAILURE, reason, at=finished))
        return RecordedRun(
            id=name,
            session_id=thread_id(self._session.id),
            started_at=turn.started_at,
            finished_at=finished,
            ended_as=status,
            message=turn.said,
            model=_model_of(turn),
            failure_reason=reason,
            turns=(turn.start.id,),
            items=items,
            checkpoint=_checkpoint_of(turn, name),
            spawns=spawns,
            place=turn.start.place,
        )

    def _items(self, turn: Turn) -> tuple[list[RecordedItem], list[Spawn]]:
        items = [RecordedItem(TurnItemKind.USER_MESSAGE, turn.said)] if turn.said else []
        spawns: dict[str, Spawn] = {}
        for message in turn.answers:
            for part in message.parts:
                told = self._told(message, part)
                at = max(_time_of(part, message) or turn.started_at, turn.started_at)
                items += [RecordedItem(item.kind, item.text, item.data, at) for item in told]
                if part["type"] == "tool" and (child := called_session(part)) and child not in spawns:
                    result = next((item.text for item in told if item.kind is TurnItemKind.SUBAGENT_RESULT), None)
                    spawns[child] = Spawn(child, thread_id(child), result, at if told else None)
        if turn.summarized:
            items.append(RecordedItem(TurnItemKind.PROTOCOL, _SUMMARIZED))
        return items, list(spawns.values())

    def _told(self, message: Message, part: Json) -> list[Observed]:
        """What the adapter would have observed of this part."""
        if part["type"] in _SAID:
            # Versions that keep no times for parts write only those that are whole.
            part = {"time": {"end": 0}, **part, "text": text(part.get("text")) or ""}
        elif part["type"] != "tool":
            return []
        info = {"id": message.id, "role": "assistant", "summary": False}
        try:
            told = [item for item in self._narration.read({"info": info, "parts": [part]}) if isinstance(item, Observed)]
            # What a tool was given goes into the data of its item, and is only known to be JSON of some depth.
            orjson.dumps([item.data for item in told])
        except (AttributeError, KeyError, TypeError, ValueError):
            return [Observed(TurnItemKind.PROTOCOL, f"A call of the tool {part.get('tool')} was recorded in a way that is not known")]
        return told

    def _finished_at(self, turn: Turn) -> datetime:
        times = [time for message in turn.answers if (time := ended_at(message) or _created_at(message))]
        return max(turn.started_at, *times) if times else turn.started_at


def _end_of(turn: Turn) -> tuple[RunStatus, str | None]:
    """How the turn ended: as its last answer says, which stands for all of them."""
    if turn.outcome == RunStatus.COMPLETED:
        return RunStatus.COMPLETED, None
    if not turn.answers:
        return RunStatus.INTERRUPTED, "OpenCode holds no answer"
    last = turn.answers[-1]
    error = last.info.get("error")
    if error:
        reason = error_text(error)
        aborted = mapping(error).get("name") == "MessageAbortedError" or turn.outcome == RunStatus.INTERRUPTED
        return (RunStatus.INTERRUPTED if aborted else RunStatus.FAILED), reason
    if turn.outcome is not None:
        return RunStatus(turn.outcome), None
    finish = text(last.info.get("finish"))
    if finish is None or (finish in _GOES_ON and not _was_declined(last)):
        return RunStatus.INTERRUPTED, "OpenCode holds no end of the turn"
    return RunStatus.COMPLETED, None


def _was_declined(message: Message) -> bool:
    """Whether a tool was not allowed or failed, which may end a turn."""
    return any(part["type"] == "tool" and mapping(part.get("state")).get("status") == "error" for part in message.parts)


def _model_of(turn: Turn) -> str | None:
    asked = mapping(turn.start.info.get("model"))
    names = [(message.info.get("providerID"), message.info.get("modelID")) for message in reversed(turn.answers)]
    for provider, model in [*names, (asked.get("providerID"), asked.get("modelID"))]:
        if text(model):
            return f"{provider}/{model}" if text(provider) else str(model)
    return None


def _checkpoint_of(turn: Turn, name: str) -> RecordedCheckpoint | None:
    """The state of the files behind the turn: OpenCode's own snapshot, a tree of git."""
    told = [(message.info, [part for part in message.parts if part["type"] == "step-finish"]) for message in turn.answers]
    trees = [tree for info, parts in told for tree in (*(part.get("snapshot") for part in parts), info.get("snapshot")) if text(tree)]
    if not trees:
        return None
    diffs = mappings(mapping(turn.start.info.get("summary")).get("diffs"))
    files = [{key: diff[key] for key in ("file", "additions", "deletions") if key in diff} for diff in diffs]
    return RecordedCheckpoint(f"{name}:snapshot", str(trees[-1]), {"files": files} if files else None)


def _time_of(part: Json, message: Message) -> datetime | None:
    own = mapping(part.get("time")).get("end") or mapping(mapping(part.get("state")).get("time")).get("end")
    return from_milliseconds(own) or _created_at(message)


def _created_at(message: Message) -> datetime | None:
    return from_milliseconds(mapping(message.info.get("time")).get("created"))
