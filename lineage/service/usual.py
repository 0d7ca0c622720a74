"""The statements that requests usually send, those that a first command meets before the others."""

from datetime import UTC, datetime

from lineage.service.openings import FACTS, HANDOFF, NEW, NO_FACTS, PROVIDER_THREAD, RUN, THREAD
from lineage.service.reading_together import NOTHING, TOGETHER
from lineage.service.rollback import IMPACT_QUERIES, impact_parameters
from lineage.service.search import asked_search, page_parameters
from lineage.service.unit import SAVING
from lineage.store.changes import Changes
from lineage.store.warming import Usual


def usual_statements() -> list[Usual]:
    """In the order in which they are worth planning."""
    saving = Usual(SAVING, {**Changes(datetime.now(UTC)).parameters(), "runIds": [], "itemIds": []}, writes=True)
    thread, run, new, handoff, provider_thread = (
        Usual(opening.queries, opening.parameters({}), writes=True) for opening in (THREAD, RUN, NEW, HANDOFF, PROVIDER_THREAD)
    )
    relations = [Usual((name,), {}) for name in ("runs", "handoffs", "transfers", "checkpoints", "provider_threads", "threads")]
    impact = Usual(IMPACT_QUERIES, {**impact_parameters("", 0), **NO_FACTS})
    together = Usual(TOGETHER, NOTHING)
    search = Usual(("search_page",), page_parameters(asked_search("planning", None, None, None, "ahead"), 1, None, True))
    return [new, saving, thread, run, Usual(FACTS, NO_FACTS), *relations, impact, together, handoff, provider_thread, search]
