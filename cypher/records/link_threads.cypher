// Links threads to their parents and to the runs that they left them at.
// params: workspace, parents: [[id, parentId, by: FORK|SUBAGENT]], forkSources: [[id, runId, sourceVersion]], spawners: [[id, runId]]
// returns: nothing
CALL () {
  UNWIND $parents AS row
  OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (parent:Thread {workspace: $workspace, id: row[1]})
  CREATE (t)-[:CHILD_OF {by: row[2]}]->(parent)
}
CALL () {
  UNWIND $forkSources AS row
  OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (r:Run {workspace: $workspace, id: row[1]})
  CREATE (t)-[:FORKED_FROM {sourceVersion: row[2]}]->(r)
}
CALL () {
  UNWIND $spawners AS row
  OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (r:Run {workspace: $workspace, id: row[1]})
  CREATE (t)-[:SPAWNED_BY]->(r)
}
