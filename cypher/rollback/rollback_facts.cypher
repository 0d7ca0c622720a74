// What depends on a thread's runs above an ordinal: its own handoffs that cover one, merge-backs and subagents' results that a rollback may take back, and branches.
// params: workspace, rollbackThreadId, rollbackToOrdinal
// returns: rollbackFacts: {handoffs: [[id, status, covers]], transfers: [[id, type, status, sourceOrdinal, spawningOrdinal, handoffIds]], branches: [[threadId, ordinal]], newestCheckpoint: [ordinal, id] of an own run that is history and not above it|null}
MATCH (t:Thread {workspace: $workspace, id: $rollbackThreadId})
CALL (t) {
  MATCH (t)<-[c:COVERS]-(h)
  WHERE c.to > $rollbackToOrdinal AND h.threadId = t.id AND h.status <> 'SUPERSEDED'
  WITH DISTINCT h, t
  WITH h, [(h)-[covers:COVERS]->(t) | [0, t.id, covers.from, covers.to]] AS covers ORDER BY h.made, h.id
  RETURN collect([h.id, h.status, covers]) AS handoffs
}
CALL (t) {
  CALL (t) {
    MATCH (x)-[:SOURCE]->(t)
    WHERE x.type IN ['MERGE_BACK', 'SUBAGENT_RESULT'] AND x.status IN ['PENDING', 'RESOLVED_PORTABLE']
      AND x.sourcePointThreadId = t.id AND x.sourcePointOrdinal > $rollbackToOrdinal
    RETURN x, x.sourcePointOrdinal AS sourceOrdinal, null AS spawningOrdinal
    UNION
    MATCH (x)-[:TARGET]->(t)
    WHERE x.type = 'SUBAGENT_RESULT' AND x.status = 'PENDING'
    MATCH (x)-[:SOURCE]->()-[:SPAWNED_BY]->(spawner)
    RETURN x, null AS sourceOrdinal, spawner.ordinal AS spawningOrdinal
  }
  WITH x, sourceOrdinal, spawningOrdinal ORDER BY x.made
  RETURN collect([x.id, x.type, x.status, sourceOrdinal, spawningOrdinal, [(h)-[:MATERIALIZES]->(x) WHERE h.status <> 'SUPERSEDED' | h.id]]) AS transfers
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > $rollbackToOrdinal
  MATCH (branch)-[:FORKED_FROM|SPAWNED_BY]->(r)
  WITH branch, r ORDER BY branch.made
  RETURN collect([branch.id, r.ordinal]) AS branches
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal <= $rollbackToOrdinal AND r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL AND r.checkpointVersion IS NOT NULL
  WITH r ORDER BY r.ordinal DESC LIMIT 1
  MATCH (r)-[:HAS_CHECKPOINT]->(k)
  RETURN collect([r.ordinal, k.id]) AS newest
}
RETURN head(collect({handoffs: handoffs, transfers: transfers, branches: branches, newestCheckpoint: head(newest)})) AS rollbackFacts
