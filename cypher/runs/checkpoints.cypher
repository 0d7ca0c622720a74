// What is recorded of checkpoints: those of these ids, and of threads' own runs.
// params: workspace, checkpointIds, checkpointsOf: [threadId]
// returns: checkpoints: [Checkpoint's properties, createdAt as text, runId, threadId, ordinal]
CALL () {
  UNWIND $checkpointIds AS id
  MATCH (k:Checkpoint {workspace: $workspace, id: id})
  RETURN k
  UNION
  UNWIND $checkpointsOf AS id
  MATCH (r:Run {workspace: $workspace, threadId: id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0
  MATCH (r)-[:HAS_CHECKPOINT]->(k)
  RETURN k
}
MATCH (k)<-[:HAS_CHECKPOINT]-(r)
RETURN collect(k {.*, createdAt: toString(k.createdAt), runId: r.id, threadId: r.threadId, ordinal: r.ordinal}) AS checkpoints
