"""Compactions: a line and an event, or an item, that tell the same one; and the counts of tokens around it."""

from lineage.importers.codex_rollouts.lines import Line
from lineage.importers.codex_rollouts.records import Record
from lineage.importers.codex_rollouts.state import ThreadState
from lineage.importers.codex_rollouts.turn import Compaction
from lineage.importers.codex_rollouts.values import mapping_in, number_in, text_in


class Compacting:
    """Puts compactions among a thread's entries: before the turn in which one happens, since it is about what came before."""

    def __init__(self, state: ThreadState) -> None:
        self._state = state
        self._last: Compaction | None = None
        self._told_by: str | None = None
        self._tokens: int | None = None

    def take(self, line: Line) -> None:
        """Takes a line `compacted`, or its event."""
        by = "line" if line.type == "compacted" else "event"
        summary = text_in(line.payload, "message") if by == "line" and self._state.with_content else None
        last, turn = self._last, self._state.open
        if last is not None and self._told_by not in (None, by) and last.within is turn:
            self._told_by = None
            last.summary = last.summary or summary
            return
        made = Compaction(line.at, summary, self._tokens, within=turn)
        self._last, self._told_by = made, by
        entries = self._state.entries
        is_behind = turn is None or entries[-1] is not turn or (not turn.is_told and turn.has_answered)
        entries.insert(len(entries) - (not is_behind), made)
        if turn is not None:
            turn.has_compacted = True
            self._state.keep(turn, Record(line.at, "compacted", {}))

    def count(self, line: Line) -> None:
        """The tokens that the model was given last; the first count behind a compaction is what it left."""
        tokens = number_in(mapping_in(mapping_in(line.payload, "info"), "last_token_usage"), "total_tokens")
        if tokens is None:
            return
        self._tokens = tokens
        if self._last is not None and self._last.tokens_after is None and self._last.within is self._state.open:
            self._last.tokens_after = tokens
