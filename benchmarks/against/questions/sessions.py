"""What sessions know, how the next run starts, and what a rollback would do."""

from typing import Any

from benchmarks.against.data.shapes import Targets
from benchmarks.against.questions.question import CYPHER, FLOOR, GENERATED, Asked, Goal, Question, both

COVERAGE = """query($id: ID!) { providerThread(id: $id) { coverage {
  nativeRunOrdinals handoffIds divergentRunOrdinals covered { threadId from to } missing { threadId from to } } } }"""
COVERAGE_GENERATED = """query($id: ID!) { providerThreads(where: { id: { eq: $id } }) {
  runs(where: { AND: [{ rolledBackVersion: { eq: null } }, { NOT: { begunVersion: { eq: null } } }] }) { ordinal }
  handoffs(where: { status: { eq: "READY" } }) { id consumers { ordinal rolledBackVersion }
    coversConnection { edges { node { id } properties { from to } } } }
  thread { providerThreads { id runs(where: { rolledBackVersion: { eq: null } }) { ordinal } } } } }"""
COVERAGE_CYPHER = """query($workspace: String!, $id: ID!) { coverageFound(workspace: $workspace, id: $id) {
  nativeRunOrdinals handoffs { id covers { threadId from to } } otherRunOrdinals } }"""
START = """query($thread: ID!) { resolveStartContext(input: { threadId: $thread, provider: "claude" }) {
  strategy providerThreadId handoffStrategy covers { threadId from to } signals { kind message value threshold } transferIds
  actions { kind nativeThreadRef nativeTurnRef turns handoffId delivery } rejected { strategy reason } } }"""
IMPACT = """query($thread: ID!, $to: Int!) { rollbackImpact(threadId: $thread, toOrdinal: $to) {
  rolledBackOrdinals supersededHandoffIds supersededTransferIds checkpointId detachedThreadIds downstreamRuns { id }
  providerThreads { providerThreadId provider statusAfter rolledBackOrdinals retainedOrdinals reason
    action { kind nativeThreadRef turns keptTurnRef nativeTurnRef } } } }"""
IMPACT_GENERATED = """query($thread: ID!, $to: Int!) {
  runs(where: { AND: [{ threadId: { eq: $thread } }, { ordinal: { gt: $to } }, { rolledBackVersion: { eq: null } }] }) {
    ordinal providerThread { id provider status } branches { id } }
  contextHandoffs(where: { AND: [{ threadId: { eq: $thread } }, { NOT: { status: { eq: "SUPERSEDED" } } },
    { coversConnection: { some: { edge: { to: { gt: $to } } } } }] }) { id } }"""
IMPACT_CYPHER = """query($workspace: String!, $thread: ID!, $to: Int!) { rollbackFound(workspace: $workspace, id: $thread, to: $to) {
  providerThreads { id provider status ordinals } handoffIds branches } }"""


def coverage(targets: Targets, which: str, runs: int, goal: Goal, workspace: str) -> Question:
    """of a provider thread that ran half of a thread's runs and was told of the others."""
    id = targets.provider_threads[which]
    of = {"workspace": workspace, "id": id}
    return Question(
        f"coverage_{which}",
        f"coverage, {runs:,} runs",
        goal,
        {
            **both(COVERAGE, {"id": id}, lambda data: _known(data["providerThread"]["coverage"], lambda found: found["handoffIds"])),
            FLOOR: Asked("coverage", of, lambda found: _known(found, _told)),
            GENERATED: Asked(COVERAGE_GENERATED, {"id": id}, _known_generated),
            CYPHER: Asked(COVERAGE_CYPHER, of, lambda data: _known(data["coverageFound"], _told)),
        },
    )


def _known(found: Any, told: Any) -> Any:
    return sorted(found["nativeRunOrdinals"]), sorted(told(found))


def _told(found: Any) -> list[str]:
    return [handoff["id"] for handoff in found["handoffs"]]


def _known_generated(data: Any) -> Any:
    (found,) = data["providerThreads"]
    handoffs = [one["id"] for one in found["handoffs"] if any(run["rolledBackVersion"] is None for run in one["consumers"])]
    return sorted(run["ordinal"] for run in found["runs"]), sorted(handoffs)


def start(targets: Targets, workspace: str) -> Question:
    of = {"workspace": workspace, "id": targets.short}
    return Question(
        "start",
        "start decision (resolveStartContext)",
        Goal(1.8, None, 1.2),
        {
            **both(START, {"thread": targets.short}, lambda data: None),
            FLOOR: Asked("start", of, lambda found: None),
        },
    )


def rollback(targets: Targets, workspace: str) -> Question:
    to = targets.shapes.short * 3 // 5
    asked = {"thread": targets.short, "to": to}
    of = {"workspace": workspace, "id": targets.short, "to": to}
    return Question(
        "rollback",
        "rollback impact",
        Goal(1.8, 0.4, 1.2),
        {
            **both(IMPACT, asked, _undone),
            FLOOR: Asked("rollback", of, _undone_found),
            GENERATED: Asked(IMPACT_GENERATED, asked, _undone_generated),
            CYPHER: Asked(
                IMPACT_CYPHER,
                {"workspace": workspace, "thread": targets.short, "to": to},
                lambda data: _undone_found(data["rollbackFound"]),
            ),
        },
    )


def _undone(data: Any) -> Any:
    found = data["rollbackImpact"]
    return found["rolledBackOrdinals"], sorted(found["supersededHandoffIds"]), sorted(found["detachedThreadIds"])


def _undone_found(found: Any) -> Any:
    ordinals = sorted(ordinal for one in found["providerThreads"] for ordinal in one["ordinals"])
    return ordinals, sorted(found["handoffIds"]), sorted(found["branches"])


def _undone_generated(data: Any) -> Any:
    branches = sorted(branch["id"] for run in data["runs"] for branch in run["branches"])
    return sorted(run["ordinal"] for run in data["runs"]), sorted(found["id"] for found in data["contextHandoffs"]), branches
