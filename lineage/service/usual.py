"""The statements that requests usually send, with parameters by which they find and change nothing."""

from datetime import UTC, datetime
from typing import Any

from lineage.service.openings import OPENINGS
from lineage.service.rollback import IMPACT_QUERIES, impact_parameters
from lineage.service.unit import SAVING
from lineage.store.changes import Changes

Statement = tuple[tuple[str, ...], dict[str, Any]]


def usual_reads() -> list[Statement]:
    """Questions, the most frequent first."""
    nothing: dict[str, Any] = {"asks": [], "kinds": [], "profileThreadIds": []}
    return [
        (("thread_facts",), nothing),
        (("thread_facts", "profiles"), nothing),
        (("threads", "thread_facts"), nothing),
        (("provider_threads", "thread_facts"), nothing),
        (IMPACT_QUERIES, {**impact_parameters("", 0), **nothing}),
        *(((name,), {}) for name in ("threads", "runs", "provider_threads", "transfers", "handoffs", "checkpoints")),
    ]


def usual_writes() -> list[Statement]:
    """What commands send: the openings, and the one statement that writes."""
    openings: list[Statement] = [
        (
            opening.queries,
            opening.parameters(
                {"rollbackThreadId": None, "rollbackToOrdinal": None, "flowThreadId": None, "flowRunId": None, "flowFrom": None}
            ),
        )
        for opening in OPENINGS
    ]
    return [*openings, (SAVING, {**Changes(datetime.now(UTC)).parameters(), "runIds": [], "itemIds": []})]
