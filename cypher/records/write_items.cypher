// Makes turn items of runs.
// params: workspace, newItems: [[runId, [[id, index, kind, text, data, createdAt: [seconds since 1970, nanoseconds]]]]]
// returns: nothing
UNWIND $newItems AS part
OPTIONAL MATCH (r:Run {workspace: $workspace, id: part[0]})
UNWIND part[1] AS row
CREATE (r)-[:HAS_ITEM]->(:TurnItem {
  workspace: $workspace, runId: part[0], id: row[0], index: row[1], kind: row[2], text: row[3], data: row[4],
  createdAt: datetime({epochSeconds: row[5][0], nanosecond: row[5][1]})
})
