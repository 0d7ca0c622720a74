// Makes turn items of runs.
// params: workspace, newItems: [[runId, id, index, kind, text, data, createdAt in seconds since 1970, its nanoseconds]]
// returns: nothing
UNWIND $newItems AS row
OPTIONAL MATCH (r:Run {workspace: $workspace, id: row[0]})
CREATE (r)-[:HAS_ITEM]->(:TurnItem {
  workspace: $workspace, runId: row[0], id: row[1], index: row[2], kind: row[3], text: row[4], data: row[5],
  createdAt: datetime({epochSeconds: row[6], nanosecond: row[7]})
})
