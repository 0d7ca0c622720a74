"""What an import will do with each thread that it was told of, given what the store has already."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lineage.domain.kinds import Word
from lineage.domain.recording.recorded import ThreadOutline
from lineage.domain.recording.weaving import Placement, Woven, weave
from lineage.service.recording.stored import StoredThread

WENT_ON = "went on in the store by other means than imports"
TAKES_APART = "has a run of a tree that it would take apart"
OTHER_RUNS = "tells other runs than those that were imported for it"


class PlanFault(Word):
    MISSING_PARENT = "MISSING_PARENT"
    CYCLE = "CYCLE"
    CONTINUED_ELSEWHERE = "CONTINUED_ELSEWHERE"


@dataclass(frozen=True, slots=True)
class TreePlan:
    """One lineage tree: its threads, parents first, those of them that are to be read, and those that the store has.

    replaces names trees that are put away because their threads find another place in this one.
    """

    root_id: str
    placements: Sequence[Placement]
    read: frozenset[str]
    stored: Mapping[str, StoredThread]
    replaces: frozenset[str] = frozenset()


@dataclass(slots=True)
class Plan:
    woven: Woven
    trees: list[TreePlan] = field(default_factory=list)
    faults: list[tuple[str, PlanFault, str]] = field(default_factory=list)
    """(thread id, kind, what is wrong)"""


def plan(told: Iterable[ThreadOutline], stored: Mapping[str, StoredThread]) -> Plan:
    """Where each thread goes. Threads of the store that no import made take no part."""
    imported = {id: thread for id, thread in stored.items() if thread.made_by_import}
    outlines = {id: thread.outline for id, thread in imported.items()}
    read, faults = set(), []
    for outline in told:
        if (before := stored.get(outline.id)) is None:
            outlines[outline.id] = outline
            read.add(outline.id)
        elif not before.made_by_import:
            faults.append((outline.id, PlanFault.CONTINUED_ELSEWHERE, "is a thread that no import made"))
        elif (wrong := _what_is_wrong(outline, before)) is not None:
            faults.append((outline.id, PlanFault.CONTINUED_ELSEWHERE, wrong))
        elif before.imported and not _is_shorter(outline, before):
            outlines[outline.id] = outline
            read.add(outline.id)
    woven = weave(outlines.values())
    planned = Plan(woven, faults=faults + [(id, PlanFault(kind), about) for id, kind, about in woven.faults if id in read])
    for placements in woven.trees():
        _plan_tree(planned, placements, read, stored, imported)
    return planned


def _own(outline: ThreadOutline, before: StoredThread) -> list[str]:
    """The runs that it tells, without the copies before the stored thread's first one."""
    ids = list(outline.run_ids)
    if before.runs and before.runs[0].id in ids:
        return ids[ids.index(before.runs[0].id) :]
    inherited = set(before.outline.run_ids[: len(before.outline.run_ids) - len(before.runs)])
    while ids and ids[0] in inherited:
        del ids[0]
    return ids


def _is_shorter(outline: ThreadOutline, before: StoredThread) -> bool:
    return len(_own(outline, before)) < len(before.runs)


def _what_is_wrong(outline: ThreadOutline, before: StoredThread) -> str | None:
    """Why a thread that the store has cannot be brought up to date; None when it can, or need not."""
    own, there = _own(outline, before), [run.id for run in before.runs]
    if not _follows(own, there) and not (before.imported and set(there) <= set(own)):
        return WENT_ON if not before.imported else OTHER_RUNS
    if not before.imported and len(own) > len(there):
        return WENT_ON
    return None


def _follows(own: list[str], there: list[str]) -> bool:
    """Whether one of them begins with the other."""
    shared = min(len(own), len(there))
    return own[:shared] == there[:shared]


def _plan_tree(
    planned: Plan, placements: list[Placement], read: set[str], stored: Mapping[str, StoredThread], imported: Mapping[str, StoredThread]
) -> None:
    here = {placement.thread_id: imported[placement.thread_id] for placement in placements if placement.thread_id in imported}
    wanted = frozenset(placement.thread_id for placement in placements if placement.thread_id in read)
    if not wanted:
        return
    root_id = placements[0].root_id
    if all(_stands(placement, here[placement.thread_id], planned.woven) for placement in placements if placement.thread_id in here):
        planned.trees.append(TreePlan(root_id, placements, wanted, here))
        return
    old_roots = frozenset(thread.root_id for thread in here.values())
    rows = [thread for thread in stored.values() if thread.root_id in old_roots]
    if not all(thread.imported for thread in rows):
        why = "belongs to threads that " + WENT_ON
    elif not all(thread.id in here for thread in rows):
        why = TAKES_APART
    else:
        planned.trees.append(TreePlan(root_id, placements, wanted, here, old_roots))
        return
    planned.faults.extend((id, PlanFault.CONTINUED_ELSEWHERE, why) for id in sorted(wanted))


def _stands(placement: Placement, thread: StoredThread, woven: Woven) -> bool:
    """Whether the thread is stored where it belongs, its runs in the order in which they belong."""
    same_parent = placement.parent_id == thread.parent_id and placement.relationship == thread.relationship
    source = placement.source_run_id is None or placement.source_run_id == thread.source_run_id
    in_order = all(woven.ordinals.get(run.id) == place for place, run in enumerate(thread.runs, 1))
    return placement.root_id == thread.root_id and same_parent and source and in_order
