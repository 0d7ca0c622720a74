// Makes the checkpoints of runs that have none.
// params: workspace, checkpoints: [{runId, set: Checkpoint's properties but times, createdAt: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $checkpoints AS row
OPTIONAL MATCH (r:Run {workspace: $workspace, id: row.runId})
CREATE (r)-[:HAS_CHECKPOINT]->(k:Checkpoint {workspace: $workspace, createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]})})
SET k += row.set
