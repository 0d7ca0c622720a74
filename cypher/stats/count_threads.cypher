// Counts anew the runs and forks that threads and their parents have, and which of their provider threads may be stale.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (t:Thread {workspace: $workspace, id: id})
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0
  WITH r ORDER BY r.ordinal DESC LIMIT 1
  RETURN sum(r.ordinal) AS runs
}
SET t.uncounted = true, t.runCount = runs, t.forkCount = COUNT { (t)<-[:CHILD_OF {by: 'FORK'}]-() }
WITH t
CALL (t) {
  MATCH (t)-[:CHILD_OF]->(parent)
  SET parent.forkCount = COUNT { (parent)<-[:CHILD_OF {by: 'FORK'}]-() }
}
CALL (t) {
  MATCH (t)<-[:SERVES]-(p)
  SET p.mayBeStale = CASE
    WHEN t.relationshipToParent = 'FORK' OR p.status IN ['RESUME_FAILED', 'DIVERGENT', 'CLOSED']
      OR COUNT { (t)<-[:SERVES]-() } > 1 OR EXISTS { (p)-[:ADOPTED_BY|COMPACTED]->() } THEN true
  END
}
