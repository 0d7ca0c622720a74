"""Fork trees, chains, what content reached, and pages of runs."""

from functools import partial
from typing import Any

from benchmarks.against.data.shapes import Targets
from benchmarks.against.questions.question import CYPHER, FLOOR, GENERATED, LANGGRAPH, Asked, Goal, Question, both
from lineage.domain.points import Point
from lineage.domain.provenance import origins_of
from lineage.store.flow_codec import content_flow

TREE = """query($id: ID!, $first: Int!) { forkTree(rootThreadId: $id, first: $first) { totalCount pageInfo { hasNextPage endCursor } nodes {
  threadId parentThreadId relationshipToParent depth title createdAt sourcePoint { threadId runId ordinal } runCount headOrdinal providers
  childCount detached } } }"""
TREE_GENERATED = """query($root: String!, $first: Int!) {
  threads(where: { rootId: { eq: $root } }, sort: [{ depth: ASC }, { made: ASC }], limit: $first) {
    id parentId relationshipToParent depth title forkedFrom { threadId id ordinal rolledBackVersion }
    runs(where: { rolledBackVersion: { eq: null } }) { ordinal provider } children { id } } }"""
PAGE = """query($id: ID!, $first: Int!) { thread(id: $id) { runs(first: $first) { totalCount pageInfo { hasNextPage endCursor }
  edges { cursor node { id ordinal status message createdAt providerThread { id provider nativeThreadRef } contextHandoffs { id strategy }
  checkpoint { id workspaceRef } } } } } }"""
PAGE_GENERATED = """query($id: ID!, $first: Int!) {
  runs(where: { AND: [{ threadId: { eq: $id } }, { rolledBackVersion: { eq: null } }] }, sort: [{ ordinal: ASC }], limit: $first) {
    id ordinal status message providerThread { id provider nativeThreadRef }
    contextHandoffsConnection { edges { node { id strategy } properties { position } } } checkpoint { id workspaceRef } } }"""
PROVENANCE = """query($id: ID!) { provenance(runId: $id) { sources { id } edges { fromRunId toRunId via handoffId native } truncated } }"""
CHAIN = """query($id: ID!) { thread(id: $id) { history { threadId from to } headOrdinal ancestors { id depth } } }"""
CHAIN_GENERATED = """query($root: String!) { threads(where: { rootId: { eq: $root } }, sort: [{ depth: ASC }]) {
  id depth parentId forkedFrom { threadId ordinal } } }"""
CHAIN_CYPHER = """query($workspace: String!, $id: ID!) { chainFound(workspace: $workspace, id: $id) {
  line { id depth sourceThreadId sourceOrdinal } } }"""
DOWNSTREAM = """query($thread: ID!, $to: Int!) { rollbackImpact(threadId: $thread, toOrdinal: $to) {
  downstreamRuns { id threadId ordinal } detachedThreadIds } }"""
DOWNSTREAM_GENERATED = """query($thread: ID!, $to: Int!) {
  runs(where: { AND: [{ threadId: { eq: $thread } }, { ordinal: { gt: $to } }] }) {
    continuedBy(where: { NOT: { threadId: { eq: $thread } } }) { id continuedBy { id } } }
  contextHandoffs(where: { AND: [{ NOT: { threadId: { eq: $thread } } },
    { coversConnection: { some: { AND: [{ node: { id: { eq: $thread } } }, { edge: { to: { gt: $to } } }] } } }] }) {
    consumers { id continuedBy { id } } } }"""
DOWNSTREAM_CYPHER = """query($workspace: String!, $thread: ID!, $to: Int!) {
  downstreamFound(workspace: $workspace, id: $thread, to: $to) { runIds } }"""
HISTORY = """query($id: ID!, $first: Int!) { thread(id: $id) { runs(first: $first) { edges { node { id ordinal status message } } } } }"""


def tree(targets: Targets, first: int | None, workspace: str) -> Question:
    threads = targets.shapes.tree
    shown = threads if first is None else min(first, threads)
    goal = Goal(1.5, 0.35, 1.5)
    return Question(
        "tree" if first is None else f"tree_first_{first}",
        f"fork tree {threads:,}" if first is None else f"fork tree, first {first}",
        goal,
        {
            **both(TREE, {"id": targets.tree, "first": shown}, _tree),
            FLOOR: Asked("tree", {"workspace": workspace, "id": targets.tree, "first": shown}, _tree_found),
            GENERATED: Asked(TREE_GENERATED, {"root": targets.tree, "first": shown}, _tree_generated),
        },
        heavy=first is None,
    )


def _tree(data: Any) -> Any:
    return sorted((node["threadId"], node["runCount"], node["headOrdinal"], node["childCount"]) for node in data["forkTree"]["nodes"])


def _tree_found(found: Any) -> Any:
    return sorted((node[0], node[10], node[11], node[13]) for node in found["nodes"])


def _tree_generated(data: Any) -> Any:
    return sorted(
        (one["id"], len(one["runs"]), max((run["ordinal"] for run in one["runs"]), default=0), len(one["children"]))
        for one in data["threads"]
    )


def page(targets: Targets, workspace: str) -> Question:
    first = 100
    asked = {"id": targets.long, "first": first}
    return Question(
        "page",
        "page of 100 runs with relations",
        Goal(1.3, 0.5, 1.5),
        {
            **both(PAGE, asked, lambda data: [_run(edge["node"]) for edge in data["thread"]["runs"]["edges"]]),
            FLOOR: Asked("page", {"workspace": workspace, **asked}, _runs_found),
            GENERATED: Asked(PAGE_GENERATED, asked, _runs_generated),
        },
    )


def _run(run: Any) -> Any:
    handoffs = [handoff["id"] for handoff in run["contextHandoffs"]]
    return run["id"], run["ordinal"], run["status"], run["providerThread"]["id"], handoffs, (run["checkpoint"] or {}).get("id")


def _runs_found(found: Any) -> Any:
    return [
        (id, ordinal, status, session[0], [handoff[1] for handoff in sorted(handoffs)], checkpoint[0] if checkpoint else None)
        for id, ordinal, status, _, _, session, handoffs, checkpoint in found["runs"]
    ]


def _runs_generated(data: Any) -> Any:
    rows = []
    for run in data["runs"]:
        edges = sorted(run["contextHandoffsConnection"]["edges"], key=lambda edge: edge["properties"]["position"])
        checkpoints = [one["id"] for one in run["checkpoint"]]
        handoffs = [edge["node"]["id"] for edge in edges]
        rows.append(
            (run["id"], run["ordinal"], run["status"], run["providerThread"][0]["id"], handoffs, checkpoints[0] if checkpoints else None)
        )
    return rows


def provenance(targets: Targets, workspace: str) -> Question:
    end = Point(targets.long, targets.shapes.long)
    return Question(
        "provenance",
        f"provenance over {targets.shapes.long:,} runs",
        Goal(1.3, 0.5, 0.8),
        {
            **both(PROVENANCE, {"id": targets.long_end}, lambda data: _sizes(data["provenance"]["sources"], data["provenance"]["edges"])),
            FLOOR: Asked("provenance", {"workspace": workspace, "id": targets.long_end}, partial(_followed, end)),
        },
        heavy=True,
    )


def _sizes(sources: Any, steps: Any) -> Any:
    return len(sources), len(steps)


def _followed(end: Point, found: Any) -> Any:
    origins = origins_of(content_flow(found["members"]), end, None, 50_000)
    return _sizes(origins.sources, origins.steps)


def chain(targets: Targets, workspace: str) -> Question:
    id, root = targets.chain_end, "chain-0"
    return Question(
        "chain",
        f"chain of {targets.shapes.chain} forks",
        Goal(1.3, 0.5, 0.8),
        {
            **both(CHAIN, {"id": id}, lambda data: [part["threadId"] for part in data["thread"]["history"]]),
            FLOOR: Asked("chain", {"workspace": workspace, "id": id}, _line),
            GENERATED: Asked(CHAIN_GENERATED, {"root": root}, lambda data: [one["id"] for one in data["threads"]]),
            CYPHER: Asked(CHAIN_CYPHER, {"workspace": workspace, "id": id}, lambda data: _line(data["chainFound"])),
        },
    )


def _line(found: Any) -> Any:
    return [one["id"] for one in sorted(found["line"], key=lambda one: one["depth"])]


def downstream(targets: Targets, workspace: str) -> Question:
    to = 50
    asked = {"thread": targets.root, "to": to}
    return Question(
        "downstream",
        f"downstream over {targets.shapes.dependents} threads",
        Goal(1.3, 0.5, 0.8),
        {
            **both(DOWNSTREAM, asked, lambda data: sorted(run["id"] for run in data["rollbackImpact"]["downstreamRuns"])),
            FLOOR: Asked("downstream", {"workspace": workspace, "id": targets.root, "to": to}, lambda found: sorted(found["runIds"])),
            GENERATED: Asked(DOWNSTREAM_GENERATED, asked, _reached_generated),
            CYPHER: Asked(DOWNSTREAM_CYPHER, {"workspace": workspace, **asked}, lambda data: sorted(data["downstreamFound"]["runIds"])),
        },
    )


def _reached_generated(data: Any) -> Any:
    """The forks have two runs each: two steps are asked for, and no more could be without knowing how many there are."""
    first = [next for run in data["runs"] for next in run["continuedBy"]]
    first += [run for handoff in data["contextHandoffs"] for run in handoff["consumers"]]
    return sorted({run["id"] for run in first} | {after["id"] for run in first for after in run["continuedBy"]})


def history(targets: Targets) -> Question:
    runs = targets.shapes.short
    return Question(
        "history",
        f"history of a thread of {runs} runs",
        None,
        {
            **both(HISTORY, {"id": targets.short, "first": runs}, lambda data: len(data["thread"]["runs"]["edges"])),
            LANGGRAPH: Asked("short", {}, lambda found: None),
        },
    )
