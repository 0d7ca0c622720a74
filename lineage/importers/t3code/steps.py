"""What happened in a thread, in order: runs with all that belongs to them, rollbacks and compactions."""

from collections.abc import Sequence

from lineage.domain.kinds import TurnItemKind
from lineage.importers.recorded import RecordedHandoff, RecordedItem, RecordedRun, Step
from lineage.importers.t3code.checkpoints import checkpoint_of, checkpoints_by_run
from lineage.importers.t3code.compactions import compactions_of
from lineage.importers.t3code.contents import items_by_run
from lineage.importers.t3code.endings import ending_of
from lineage.importers.t3code.fields import Json, mapping, moment, text
from lineage.importers.t3code.handoffs import covered, handoffs_by_run, recorded_handoff
from lineage.importers.t3code.index import FileIndex
from lineage.importers.t3code.items import Items
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.known import Family
from lineage.importers.t3code.log import ThreadLog
from lineage.importers.t3code.rollbacks import Dropped, step_of
from lineage.importers.t3code.runs import Begun, told_already
from lineage.importers.t3code.spawns import spawn_of, spawns_by_run
from lineage.importers.t3code.turns import reference_of, turns_by_run


class Steps:
    """Puts the steps of one thread together. The family has what is known of all threads of the file."""

    def __init__(self, log: ThreadLog, runs: list[Begun], family: Family, index: FileIndex, words: Items) -> None:
        self._log = log
        self._runs = runs
        self._family = family
        self._index = index
        self._words = words
        self._known = {run.native_id: run for run in family[log.id].runs}
        self._sessions = family[log.id].sessions
        self._snapshots = list(log.threads)
        self._items = items_by_run(log, runs)
        self._turns = turns_by_run(log, runs)
        self._spawns = spawns_by_run(log, runs)
        self._checkpoints = checkpoints_by_run(log)
        self._handoffs = handoffs_by_run(log, {run.native_id: run.sequence for run in runs})
        self._messages = log.by_id(Kind.MESSAGE)
        self._transfers = log.by_id(Kind.TRANSFER)

    def in_order(self, drops: Sequence[Dropped]) -> list[Step]:
        """All steps, by the sequence of the events that they come from."""
        placed: list[tuple[int, int, Step]] = [
            (event.sequence, 3, step_of((event, runs), self._log, self._sessions)) for event, runs in drops
        ]
        seen: set[str] = set()
        for run in self._runs:
            session_id = self._sessions[run.id]
            before, after = compactions_of(run, self._items.get(run.id, []), session_id not in seen, session_id, self._log)
            seen.add(session_id)
            placed += [(run.sequence, 0, step) for step in before]
            placed.append((run.sequence, 1, self._run(run)))
            placed += [(run.sequence, 2, step) for step in after]
        return [step for _, _, step in sorted(placed, key=lambda entry: entry[:2])]

    def _run(self, run: Begun) -> RecordedRun:
        items, turns = self._items.get(run.id, []), self._turns.get(run.id, [])
        root = (
            self._index.find(self._log.id, Kind.NODE, str(run.last.payload.get("nodeId"))) if run is self._runs[-1] and run.loose else None
        )
        ending = ending_of(run, items, turns, root, self._log)
        said, message = [item for event in items for item in self._words.of(event.payload)], self._message(run)
        if message is not None and not any(item.kind is TurnItemKind.USER_MESSAGE and item.text == message for item in said):
            said.insert(0, RecordedItem(TurnItemKind.USER_MESSAGE, message))
        thread = self._thread_at(run)
        return RecordedRun(
            id=run.id,
            session_id=self._sessions[run.id],
            started_at=moment(run.begun.payload, "startedAt", "requestedAt") or self._log.at(run.begun),
            finished_at=ending.at,
            ended_as=ending.status,
            message=message,
            model=text(mapping(run.last.payload, "modelSelection"), "model") or text(mapping(thread, "modelSelection"), "model"),
            runtime_mode=text(thread, "runtimeMode"),
            failure_reason=ending.reason,
            turns=tuple(reference_of(turn) for turn in turns) or (None,),
            items=said,
            checkpoint=checkpoint_of(run, self._checkpoints.get(run.native_id, []), self._log),
            spawns=[spawn_of(event.payload) for event in self._spawns.get(run.id, [])],
            handoffs=self._given(run),
            place=run.line,
        )

    def _message(self, run: Begun) -> str | None:
        """What the user said; for a subagent, what it was asked for."""
        if run.loose:
            return text(run.last.payload, "text") if run.last.payload.get("type") == "user_message" else None
        message_id = text(run.last.payload, "userMessageId")
        if message_id in self._messages:
            return text(self._messages[message_id].payload, "text")
        items = (event.payload for event in self._items.get(run.id, []) if event.payload.get("type") == "user_message")
        return next((text(item, "text") for item in items if item.get("messageId") == message_id), None)

    def _given(self, run: Begun) -> list[RecordedHandoff]:
        handoffs = []
        for event in self._handoffs.get(run.native_id, []):
            transfer = self._transfers.get(text(event.payload, "transferId") or "")
            resolved: Json = transfer.payload if transfer is not None else {}
            covers = covered(event, resolved, self._log.id, self._known[run.native_id], self._family, told_already)
            handoffs.append(recorded_handoff(event, self._log, resolved, covers, self._index.drivers))
        return handoffs

    def _thread_at(self, run: Begun) -> Json:
        """The thread as it was when the run began."""
        before = [event for event in self._snapshots if event.sequence <= run.sequence] or self._snapshots[:1]
        return before[-1].payload if before else {}
