"""The threads of one of LangGraph's: its branches, and the subgraphs that ran within it."""

from collections.abc import Iterator
from dataclasses import dataclass

from lineage.domain.kinds import ParentRelationship
from lineage.importers.langgraph.branches import Branch, Segment, branches_of
from lineage.importers.langgraph.rows import Row, Rows
from lineage.importers.once import ToldOnce
from lineage.importers.recorded import Departure
from lineage.importers.report import FaultKind

_WITHIN = "|"
"""What stands between the names of subgraphs that are within each other."""


@dataclass(frozen=True, slots=True)
class Called:
    """A subgraph that a run called: the namespace names the call."""

    namespace: str
    thread_id: str
    run_id: str


@dataclass(slots=True)
class Kin:
    """A thread: a branch of a graph. root is LangGraph's own id of the thread."""

    id: str
    root: str
    namespace: str
    branch: Branch
    departure: Departure | None
    calls: list[Called]

    def run_id(self, segment: Segment) -> str:
        return _run_id(self.root, self.namespace, segment.first)


def family_of(rows: Rows, root: str, namespaces: list[str], tell: ToldOnce) -> list[Kin]:
    """The threads, parents before their children. Namespaces in order, so that a subgraph comes behind what it is within."""
    kin: list[Kin] = []
    holders: dict[tuple[str, str], tuple[Kin, str]] = {}
    for namespace in namespaces:
        branches = branches_of(rows.rows(root, namespace), tell)
        if not branches:
            continue
        call = None if not namespace else _caller(branches[0].first, namespace, holders)
        if namespace and call is None:
            tell(FaultKind.DANGLING_PARENT, "a subgraph that names no run which called it", branches[0].first.place)
            continue
        for found in _of_graph(root, namespace, branches, call):
            kin.append(found)
            for segment in found.branch.segments:
                holders.update({(namespace, row.id): (found, found.run_id(segment)) for row in segment.rows})
        if call is not None:
            caller, run_id = call
            caller.calls.append(Called(namespace, _thread_id(root, namespace), run_id))
    return kin


def _of_graph(root: str, namespace: str, branches: list[Branch], call: tuple[Kin, str] | None) -> Iterator[Kin]:
    owners: dict[str, str] = {}
    for at, branch in enumerate(branches):
        thread_id = _thread_id(root, namespace) if at == 0 else f"{_thread_id(root, '')}:{branch.first.id}"
        departure = None
        if branch.left is not None:
            left = branch.left.first
            departure = Departure(ParentRelationship.FORK, owners[left.id], run_id=_run_id(root, namespace, left))
        elif at == 0 and call is not None:
            departure = Departure(ParentRelationship.SUBAGENT, call[0].id, call_id=namespace)
        owners.update({segment.first.id: thread_id for segment in branch.segments})
        yield Kin(thread_id, root, namespace, branch, departure, [])


def _caller(first: Row, namespace: str, holders: dict[tuple[str, str], tuple[Kin, str]]) -> tuple[Kin, str] | None:
    """The thread and the run that a subgraph was called in: of the graph right around it, at the checkpoint that it names."""
    around = namespace.rpartition(_WITHIN)[0]
    return holders.get((around, first.parents.get(around, "")))


def _thread_id(root: str, namespace: str) -> str:
    return f"langgraph:{root}:{namespace}" if namespace else f"langgraph:{root}"


def _run_id(root: str, namespace: str, first: Row) -> str:
    return f"{_thread_id(root, namespace)}:{first.id}"
