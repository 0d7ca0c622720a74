"""The runs of a thread with what they said and did, from the states at their ends."""

from collections.abc import Iterator
from datetime import datetime

from lineage.domain.kinds import RunStatus, TurnItemKind
from lineage.importers.langgraph.branches import Segment
from lineage.importers.langgraph.family import Called, Kin
from lineage.importers.langgraph.messages import Said, as_json, items_of, messages_of, new_messages
from lineage.importers.langgraph.rows import Rows, State, time_of
from lineage.importers.loose import EPOCH, mappings, text
from lineage.importers.recorded import RecordedCheckpoint, RecordedItem, RecordedRun, Spawn

_WAITING = ("branch:to:", "start:")
"""How channels are called that hold what a node is to do next; they are gone when it has begun."""


class RunReader:
    """Reads the runs of one thread. A state is loaded once where a run ends with it and the next one begins with it."""

    def __init__(self, rows: Rows, kin: Kin) -> None:
        self._rows = rows
        self._kin = kin
        self._loaded: tuple[str, State | None] | None = None

    def runs(self) -> Iterator[RecordedRun]:
        time = EPOCH
        for segment in self._kin.branch.segments:
            run = self._run(segment, time)
            time = run.started_at
            yield run

    def _run(self, segment: Segment, not_before: datetime) -> RecordedRun:
        before = self._state(segment.before) if segment.before else None
        after = self._state(segment.last.id)
        run_id = self._kin.run_id(segment)
        told: list[Said] = []
        if after is None or (segment.before and before is None):
            items = [RecordedItem(TurnItemKind.PROTOCOL, "LangGraph's checkpoints of this run could not be read")]
        else:
            told = new_messages(messages_of(before.values) if before else [], messages_of(after.values))
            items = list(items_of(told))
        started = max(time_of(segment.first.id) or (after and after.at) or not_before, not_before)
        finished = max(time_of(segment.last.id) or (after and after.at) or started, started)
        status, reason, more = self._end_of(segment, after, run_id)
        return RecordedRun(
            id=run_id,
            session_id=self._kin.id,
            started_at=started,
            finished_at=finished,
            ended_as=status,
            message=next((said.content for said in reversed(told) if said.kind == "human" and said.content), None),
            model=next((said.model for said in reversed(told) if said.kind == "ai" and said.model), None),
            failure_reason=reason,
            turns=(segment.first.id,),
            items=[*items, *(RecordedItem(item.kind, item.text, item.data, finished) for item in more)],
            checkpoint=RecordedCheckpoint(f"{run_id}:checkpoint", segment.last.id),
            spawns=[self._spawn(call) for call in self._kin.calls if call.run_id == run_id],
            place=segment.first.place,
        )

    def _end_of(self, segment: Segment, after: State | None, run_id: str) -> tuple[RunStatus, str | None, list[RecordedItem]]:
        notes = self._rows.notes(self._kin.root, self._kin.namespace, segment.last.id)
        if "__error__" in notes:
            reason = as_json(notes["__error__"])
            return RunStatus.FAILED, reason, [RecordedItem(TurnItemKind.FAILURE, reason)]
        if "__interrupt__" in notes and "__resume__" not in notes:
            asked = notes["__interrupt__"]
            questions = [as_json(entry.get("value")) for entry in mappings(asked)] or [as_json(asked)]
            data = {"id": f"{run_id}:question", "resolved": False}
            items = [RecordedItem(TurnItemKind.QUESTION, "\n".join(questions), data)]
            return RunStatus.INTERRUPTED, "it waits for a person", items
        if after is not None and any(_waits(name, value) for name, value in after.values.items()):
            return RunStatus.INTERRUPTED, "steps that were to follow were not taken", []
        return RunStatus.COMPLETED, None, []

    def _spawn(self, call: Called) -> Spawn:
        rows = self._rows.rows(self._kin.root, call.namespace)
        state = self._rows.state(self._kin.root, call.namespace, rows[-1].id) if rows else None
        said = messages_of(state.values) if state else []
        result = next((message.content for message in reversed(said) if message.kind == "ai" and message.content), None)
        return Spawn(call.namespace, call.thread_id, result, time_of(rows[-1].id) if rows and result else None)

    def _state(self, checkpoint_id: str) -> State | None:
        if self._loaded is None or self._loaded[0] != checkpoint_id:
            self._loaded = checkpoint_id, self._rows.state(self._kin.root, self._kin.namespace, checkpoint_id)
        return self._loaded[1]


def _waits(name: object, value: object) -> bool:
    if name == "__pregel_tasks":
        return bool(value)
    return name == "__start__" or (text(name) is not None and str(name).startswith(_WAITING))
