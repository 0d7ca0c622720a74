// Makes threads, each with its link to its parent and to the run that it left its parent at, and counts them there.
// params: workspace, createThreads: [{set: Thread's properties, parentId, by: FORK|SUBAGENT, sourceRunId, sourceVersion}]
// returns: nothing
UNWIND $createThreads AS row
CREATE (t:Thread {workspace: $workspace})
SET t += row.set, t.runCount = 0, t.forkCount = 0
WITH t, row
CALL (t, row) {
  WITH t, row WHERE row.parentId IS NOT NULL
  MATCH (parent:Thread {workspace: $workspace, id: row.parentId})
  CREATE (t)-[:CHILD_OF {by: row.by}]->(parent)
  SET parent.forkCount = coalesce(parent.forkCount, 0) + CASE WHEN row.by = 'FORK' THEN 1 ELSE 0 END
}
CALL (t, row) {
  WITH t, row WHERE row.by = 'FORK'
  MATCH (source:Run {workspace: $workspace, id: row.sourceRunId})
  CREATE (t)-[:FORKED_FROM {sourceVersion: row.sourceVersion}]->(source)
  CREATE (:StatsFact {workspace: $workspace, threadId: t.id, at: t.createdAt, figure: 'FORK', provider: source.provider, model: source.model, count: 1})
}
CALL (t, row) {
  WITH t, row WHERE row.by = 'SUBAGENT'
  MATCH (source:Run {workspace: $workspace, id: row.sourceRunId})
  CREATE (t)-[:SPAWNED_BY]->(source)
  CREATE (:StatsFact {workspace: $workspace, threadId: t.id, at: t.createdAt, figure: 'SUBAGENT', provider: source.provider, model: source.model, count: 1})
}
