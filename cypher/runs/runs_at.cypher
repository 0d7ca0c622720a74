// The ids of the runs at points of histories.
// params: workspace, points: [[threadId, ordinal]]
// returns: runsAt: [[threadId, ordinal, runId, checkpointId|null]]
UNWIND $points AS point
MATCH (r:Run {workspace: $workspace, threadId: point[0], ordinal: point[1]})
RETURN collect([r.threadId, r.ordinal, r.id, head([(r)-[:HAS_CHECKPOINT]->(k) | k.id])]) AS runsAt
