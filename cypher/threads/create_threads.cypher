// Makes threads, each with its link to its parent and to the run that it left its parent at.
// params: workspace, createThreads: [{set: Thread's properties, parentId, by: FORK|SUBAGENT, sourceRunId, sourceVersion}]
// returns: nothing
UNWIND $createThreads AS row
CREATE (t:Thread {workspace: $workspace})
SET t += row.set
WITH t, row
CALL (t, row) {
  WITH t, row WHERE row.parentId IS NOT NULL
  MATCH (parent:Thread {workspace: $workspace, id: row.parentId})
  CREATE (t)-[:CHILD_OF {by: row.by}]->(parent)
}
CALL (t, row) {
  WITH t, row WHERE row.by = 'FORK'
  MATCH (source:Run {workspace: $workspace, id: row.sourceRunId})
  CREATE (t)-[:FORKED_FROM {sourceVersion: row.sourceVersion}]->(source)
}
CALL (t, row) {
  WITH t, row WHERE row.by = 'SUBAGENT'
  MATCH (source:Run {workspace: $workspace, id: row.sourceRunId})
  CREATE (t)-[:SPAWNED_BY]->(source)
}
