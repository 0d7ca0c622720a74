"""What `lineage verify --repair` does: rebuilds what other facts of the graph tell, and says what nothing tells.

Rebuilt are properties that repeat what a link or a log says, and links that properties repeat: parents, roots, depths and locks of trees,
versions of threads, threads and ordinals of runs, when runs began, ended, got checkpoints and were rolled back, statuses, counts, the kinds
and targets of handoffs, what replaced handoffs, and of transfers their points, consumers and resolutions. A fact that is stored once and
lost is lost: texts, turns, what a run continues, what was covered, where a fork left. No repair invents one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from lineage.service.verify import Violation, check, invariants, named
from lineage.store.store import Store, Transaction

RULES = (
    "repair_places",
    "repair_depths",
    "repair_orphaned_locks",
    "repair_locks",
    "repair_event_types",
    "repair_run_places",
    "repair_run_versions",
    "repair_run_states",
    "repair_versions",
    "repair_items",
    "repair_turns",
    "repair_handoffs",
    "repair_transfers",
)
"""The queries that repair, in their order: later ones start from what earlier ones have rebuilt."""

EVENT_TYPES = (
    "thread.created",
    "thread.forked",
    "thread.spawned",
    "thread.rolled_back",
    "thread.redacted",
    "run.started",
    "run.begun",
    "run.turn_recorded",
    "run.finished",
    "run.checkpoint_captured",
    "run.resume_failed",
)
MOST_CHANGES = 1000
"""Changes that one rule names at most; it counts them all."""
ROUNDS = 3
"""How often all rules are applied at most: what one rebuilds may be what another one needs."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a rule rebuilt. about names the thing, set what it has now."""

    rule: str
    about: Mapping[str, Any]
    set: Mapping[str, Any]

    def __str__(self) -> str:
        things = ", ".join(f"{name} {value!r}" for name, value in self.about.items())
        return f"{self.rule}: {things}: {', '.join(f'{name} {value!r}' for name, value in self.set.items())}"


@dataclass(frozen=True, slots=True)
class Repair:
    """What was rebuilt in a workspace, how much that is in all, and what is wrong still, because nothing tells how it was."""

    workspace: str
    changes: tuple[Change, ...]
    total: int
    left: tuple[Violation, ...]


class _Rehearsed(Exception):
    """Ends the transaction of a dry run, so that nothing of it stays."""

    def __init__(self, repair: Repair) -> None:
        super().__init__("rehearsed")
        self.repair = repair


async def repair(store: Store, workspace: str, *, dry_run: bool) -> Repair:
    """Repairs a workspace in one transaction, while its writers wait; dry_run finds out what that would do, and leaves everything."""

    async def work(transaction: Transaction) -> Repair:
        await transaction.run("hold_locks")
        done = await repaired(transaction, workspace)
        if dry_run:
            raise _Rehearsed(done)
        return done

    try:
        return await store.write(workspace, "repair", work)
    except _Rehearsed as rehearsed:
        return rehearsed.repair


async def repaired(transaction: Transaction, workspace: str) -> Repair:
    """What the rules rebuild in a transaction, and what verify finds there afterwards."""
    changes: list[Change] = []
    total = 0
    for _ in range(ROUNDS):
        more = 0
        for rule in RULES:
            found = (await transaction.run(rule, most=MOST_CHANGES, eventTypes=list(EVENT_TYPES)))["repaired"]
            more += found["total"]
            changes += [Change(rule, change["about"], change["set"]) for change in found["changes"]]
        total += more
        if not more:
            break
    seen = cast(Store, _Seen(transaction))
    left = [violation for kind in invariants() for violation in named(await check(seen, workspace, kind))]
    return Repair(workspace, tuple(changes), total, tuple(left))


class _Seen:
    """The store as a transaction sees it, for questions."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def read(self, workspace: str, *names: str, **parameters: Any) -> Any:
        return await self._transaction.run(*names, **parameters)
