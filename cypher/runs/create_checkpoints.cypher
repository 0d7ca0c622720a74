// Captures checkpoints of runs.
// params: workspace, createCheckpoints: [{runId, set: Checkpoint's properties}]
// returns: nothing
UNWIND $createCheckpoints AS row
MATCH (r:Run {workspace: $workspace, id: row.runId})
CREATE (r)-[:HAS_CHECKPOINT]->(c:Checkpoint {workspace: $workspace})
SET c += row.set
