"""The statements that requests usually send, with parameters by which they find and change nothing."""

from datetime import UTC, datetime
from typing import Any

from lineage.service.openings import FACTS, NO_FACTS, OPENINGS
from lineage.service.rollback import IMPACT_QUERIES, impact_parameters
from lineage.service.unit import SAVING
from lineage.store.changes import Changes

Statement = tuple[tuple[str, ...], dict[str, Any]]


def usual_reads() -> list[Statement]:
    """Questions, the most frequent first."""
    nothing = dict(NO_FACTS)
    return [
        (FACTS, nothing),
        *(((name,), {}) for name in ("runs", "handoffs", "transfers", "checkpoints", "provider_threads", "threads")),
        (IMPACT_QUERIES, {**impact_parameters("", 0), **nothing}),
    ]


def usual_writes() -> list[Statement]:
    """What commands send: the one statement that writes, and the openings."""
    saving: Statement = (SAVING, {**Changes(datetime.now(UTC)).parameters(), "runIds": [], "itemIds": []})
    return [saving, *((opening.queries, opening.parameters({})) for opening in OPENINGS)]
