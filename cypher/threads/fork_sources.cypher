// The run that a fork is asked to be made from: named itself, or by its checkpoint.
// params: workspace, sourceRunId|null, sourceCheckpointId|null
// returns: sourceRun: {run's properties, providerThreadId, checkpointId}, or null
CALL () {
  MATCH (r:Run {workspace: $workspace, id: $sourceRunId}) RETURN r
  UNION
  MATCH (:Checkpoint {workspace: $workspace, id: $sourceCheckpointId})<-[:HAS_CHECKPOINT]-(r) RETURN r
}
RETURN head(collect(r {.*, createdAt: null, startedAt: null, finishedAt: null, providerThreadId: head([(r)-[:RAN_ON]->(p) | p.id]), checkpointId: head([(r)-[:HAS_CHECKPOINT]->(k) | k.id])})) AS sourceRun
