"""The statements that requests usually send, those that a first command meets before the others."""

from collections.abc import Sequence

from lineage.service.openings import FACTS, HANDOFF, NEW, NO_FACTS, PROVIDER_THREAD, RUN, THREAD
from lineage.service.reading_together import NOTHING, TOGETHER
from lineage.service.rollback import IMPACT_QUERIES, impact_parameters
from lineage.service.search import asked_search, page_parameters
from lineage.service.unit import SAVED_BY
from lineage.store.changes import WRITING, parameter_of
from lineage.store.warming import Usual

_BEGUN = ("create_turns", "set_threads", "set_runs", "set_provider_threads", "create_events", "note_switches", "runs")
_STARTED = ("create_runs", "set_threads", "create_events", "runs", "provider_threads")
_HANDED_OVER = ("create_provider_threads", "create_runs", "create_transfers", "create_handoffs", *_STARTED[1:], "handoffs")
SAVINGS = (
    ("create_threads", "create_locks", "create_events", "threads"),
    ("create_provider_threads", *_STARTED),
    _BEGUN,
    ("create_items", "set_runs", "items"),
    ("create_checkpoints", "set_threads", "set_runs", "create_events", "runs"),
    _STARTED,
    (*_BEGUN[:3], "continue_runs", *_BEGUN[3:]),
    _HANDED_OVER,
    (*_BEGUN[:4], "set_transfers", *_BEGUN[4:]),
    ("set_threads", "set_runs", "create_events", "runs"),
    ("create_threads", "create_transfers", "create_events", "threads", "transfers"),
    ("set_threads", "roll_back_runs", "set_provider_threads", "create_events", "threads"),
)
"""What usual commands save: a thread; its first run, its beginning, items, and its end with a checkpoint; a second run, its beginning, one
on another provider and its beginning; an end without a checkpoint; a fork; a rollback."""


def usual_statements() -> list[Usual]:
    """In the order in which they are worth planning."""
    first, *others = (_saving(queries) for queries in SAVINGS)
    thread, run, new, handoff, provider_thread = (
        Usual(opening.queries, opening.parameters({}), writes=True) for opening in (THREAD, RUN, NEW, HANDOFF, PROVIDER_THREAD)
    )
    relations = [Usual((name,), {}) for name in ("runs", "handoffs", "transfers", "checkpoints", "provider_threads", "threads")]
    looked_up = [Usual(("runs_at",), {"points": []}), Usual(("summary_material",), {"materialOf": []})]
    impact = Usual(IMPACT_QUERIES, {**impact_parameters("", 0), **NO_FACTS})
    together = Usual(TOGETHER, NOTHING)
    search = Usual(("search_page",), page_parameters(asked_search("planning", None, None, None, "ahead"), 1, None, True))
    questions = [Usual(FACTS, NO_FACTS), *relations, impact, together]
    return [new, first, thread, run, *others, *looked_up, *questions, handoff, provider_thread, search]


def _saving(queries: Sequence[str]) -> Usual:
    return Usual(tuple(queries), {parameter_of(query) if query in WRITING else SAVED_BY[query]: [] for query in queries}, writes=True)
