"""How commands begin: the lock, the receipt and the facts of each kind of command, as one statement that is always the same.

A statement that is always the same is planned once; what a command does not ask for costs next to nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_RECEIPT = ("receipt", "taken_ids")
_NOTHING: Mapping[str, Any] = {
    "commandId": None,
    "newThreadId": None,
    "newRunId": None,
    "newTransferId": None,
    "newCheckpointIds": [],
    "newItemIds": [],
}


@dataclass(frozen=True, slots=True)
class Opening:
    """Queries, and their parameters as they are when a command does not ask for something."""

    queries: tuple[str, ...]
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {**_NOTHING, **self.defaults, **given}


FACTS = ("threads", "provider_threads", "thread_facts", "profiles")
"""What questions and rules are told of threads: always the same statement, whichever part is asked for."""

NO_FACTS: Mapping[str, Any] = {"asks": [], "kinds": [], "profileThreadIds": [], "profileProviderThreadIds": []}

NEW = Opening(_RECEIPT)
"""Nothing is there yet: no lock is taken."""

THREAD = Opening(
    ("lock_tree", *_RECEIPT, *FACTS, "fork_sources", "spawner_of", "rollback_facts", "content_flow"),
    {
        **NO_FACTS,
        "threadId": None,
        "sourceRunId": None,
        "sourceCheckpointId": None,
        "spawnedThreadId": None,
        "rollbackThreadId": None,
        "rollbackToOrdinal": None,
        "flowThreadId": None,
        "flowRunId": None,
        "flowFrom": None,
    },
)
"""A command on a thread: threadId is the one whose tree is locked, asks those whose facts are loaded."""

RUN = Opening(
    ("lock_tree_of_run", *_RECEIPT, "run_facts", "newer_pending", "profiles"),
    {**NO_FACTS, "runId": None},
)
"""A command on a run."""

HANDOFF = Opening(("lock_tree_of_handoff", *_RECEIPT, "handoffs"), {"handoffId": None})
"""A command on a handoff."""

PROVIDER_THREAD = Opening(("lock_tree_of_provider_thread", *_RECEIPT, "provider_threads"), {"providerThreadId": None})
"""A command on a provider thread."""

COMPACTION = Opening(("lock_tree_of_provider_thread", *_RECEIPT, "compaction_facts"), {"providerThreadId": None, "throughRunId": None})
"""A compaction of a provider thread, through a run that is named or the last one."""

OPENINGS = (NEW, THREAD, RUN, HANDOFF, PROVIDER_THREAD, COMPACTION)
