// All that decides what may happen to a run next: its thread's version, its provider thread, what it consumes and has taken up.
// params: workspace, runId
// returns: runFacts: {run, thread, providerThread, handoffs, transfers, turns, checkpointId, lastPresent, forkedAt}; null when there is no such run
OPTIONAL MATCH (r:Run {workspace: $workspace, id: $runId})
CALL (r) {
  MATCH (t)<-[:IN]-(r)-[:RAN_ON]->(p)
  RETURN head(collect(t {.id, .rootId, .version, .parentId, .relationshipToParent})) AS thread, head(collect(p)) AS p
}
CALL (r) {
  MATCH (r)-[c:CONSUMES]->(h)-[:MATERIALIZES]->(x)
  RETURN collect([c.position, h.id, h.status, h.kind, x.id, x.type]) AS handoffs
}
CALL (r) {
  MATCH (x:ContextTransfer {workspace: $workspace, takenUpByRunId: r.id})
  USING INDEX x:ContextTransfer(workspace, takenUpByRunId)
  MATCH (source)<-[:SOURCE]-(x)-[:TARGET]->(target)
  RETURN collect(x {.*, createdAt: null, consumedAt: null, sourceThreadId: source.id, targetThreadId: target.id}) AS transfers
}
CALL (p, r) {
  MATCH (p)<-[:RAN_ON]-(before)
  WHERE before.begunVersion IS NOT NULL AND NOT before.droppedNatively AND before.ordinal < r.ordinal
    AND (before.rolledBackVersion IS NULL OR p.nativeRollback IS NULL OR p.nativeRollback <> 'PENDING' OR before.ordinal <= p.nativeRollbackTo)
  RETURN max(before.ordinal) AS lastPresent
}
CALL (p) {
  MATCH (p)-[:SERVES]->()-[:FORKED_FROM]->(s) WHERE EXISTS { (p)-[:NATIVE_FORK_OF]->() } OR EXISTS { (p)<-[:ADOPTED_BY]-() }
  RETURN collect([s.threadId, s.ordinal]) AS forkedAt
}
RETURN CASE WHEN r IS NOT NULL THEN {
  run: r {.*, createdAt: null, startedAt: null, finishedAt: null},
  thread: thread,
  providerThread: p {.*, createdAt: null},
  handoffs: handoffs,
  transfers: transfers,
  turns: COUNT { (r)-[:TOOK]->() },
  checkpointId: head([(r)-[:HAS_CHECKPOINT]->(k) | k.id]),
  lastPresent: lastPresent,
  forkedAt: head(forkedAt)
} END AS runFacts
