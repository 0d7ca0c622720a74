"""Whether what is stored is whole: the invariants of the graph, one query of cypher/verify/ each.

The first line of a query's header says what holds; its faults name the things of which it does not.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from lineage.store.queries import query_files
from lineage.store.store import Row, Store

MOST_FAULTS = 100
"""Faults that one query names at most; it counts them all."""

_WORKSPACES = "workspaces"


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is not as it has to be. kind is the query's name, about the ids and values that it is seen by."""

    kind: str
    workspace: str
    about: Mapping[str, Any]
    wrong: str
    expected: str

    def __str__(self) -> str:
        about = ", ".join(f"{name} {value!r}" for name, value in self.about.items() if value is not None)
        return f"{self.kind} in workspace {self.workspace!r}: {about}: {self.wrong}; expected: {self.expected}"


@dataclass(frozen=True, slots=True)
class Checked:
    """One invariant of one workspace: how many things were looked at, how many are not as expected, and the first of those."""

    kind: str
    workspace: str
    things: int
    total: int
    violations: tuple[Violation, ...]


@cache
def invariants() -> dict[str, str]:
    """What has to hold, by the name of the query that looks."""
    files = {name: path for name, path in query_files().items() if path.parent.name == "verify" and name != _WORKSPACES}
    return {name: path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("// ").rstrip(".") for name, path in files.items()}


async def workspaces(store: Store) -> list[str]:
    """The workspaces that hold anything."""
    return list((await store.read("", _WORKSPACES))["workspaces"])


async def check(store: Store, workspace: str, kind: str) -> Checked:
    """Looks at one invariant. KeyError for a kind that is none.

    A writer may be at work meanwhile, and half of what it writes may have been seen: a fault counts when a second look finds it too.
    """
    found = await _look(store, workspace, kind)
    faults = list(found["faults"])
    if faults:
        again = await _look(store, workspace, kind)
        faults = [fault for fault in faults if fault in again["faults"]]
        found = again if faults else {**again, "total": 0}
    expected = invariants()[kind]
    violations = tuple(Violation(kind, workspace, fault["about"], fault["wrong"], expected) for fault in faults)
    return Checked(kind, workspace, found["checked"], found["total"], violations)


async def _look(store: Store, workspace: str, kind: str) -> Row:
    found: Row = (await store.read(workspace, kind, most=MOST_FAULTS))["verified"]
    return found


async def checks(store: Store, workspace: str | None = None) -> AsyncIterator[Checked]:
    """Looks at each invariant of a workspace, of all workspaces for None, one query each."""
    for name in [workspace] if workspace is not None else await workspaces(store):
        for kind in invariants():
            yield await check(store, name, kind)


async def verify(store: Store, workspace: str | None = None) -> list[Violation]:
    """All that is not as it has to be, in a workspace or in all; the last entry of a kind counts those that are not named."""
    return [violation async for checked in checks(store, workspace) for violation in named(checked)]


def named(checked: Checked) -> list[Violation]:
    """The violations of an invariant, with an entry that counts those that are not named."""
    unnamed = checked.total - len(checked.violations)
    if unnamed <= 0:
        return list(checked.violations)
    rest = Violation(checked.kind, checked.workspace, {"unnamed": unnamed}, "more of the same kind", invariants()[checked.kind])
    return [*checked.violations, rest]
