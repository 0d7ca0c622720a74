// What a rollback would undo in the thread, and which branches would hang in the air.
// params: workspace, id, to
MATCH (t:Thread {workspace: $workspace, id: $id})
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  WHERE r.ordinal > $to AND r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
  MATCH (r)-[:RAN_ON]->(p)
  WITH p, collect(r.ordinal) AS ordinals
  RETURN collect({id: p.id, provider: p.provider, status: p.status, ordinals: ordinals}) AS providerThreads
}
CALL (t) {
  MATCH (t)<-[c:COVERS]-(h)
  WHERE c.to > $to AND h.threadId = t.id AND h.status <> 'SUPERSEDED'
  RETURN collect(DISTINCT h.id) AS handoffIds
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  WHERE r.ordinal > $to
  MATCH (branch)-[:FORKED_FROM|SPAWNED_BY]->(r)
  RETURN collect(branch.id) AS branches
}
RETURN {providerThreads: providerThreads, handoffIds: handoffIds, branches: branches} AS answer
