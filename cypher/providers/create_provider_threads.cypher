// Makes provider threads that serve their app threads, natively forked from or adopting another where that is how they start.
// params: workspace, createProviderThreads: [{set: ProviderThread's properties, threadId, forkOf, adopts, inherits: [[threadId, from, to]]}]
// returns: nothing
UNWIND $createProviderThreads AS row
MATCH (t:Thread {workspace: $workspace, id: row.threadId})
CREATE (p:ProviderThread {workspace: $workspace})-[:SERVES]->(t)
SET p += row.set, p.mayBeStale = CASE WHEN t.relationshipToParent = 'FORK' THEN true END
WITH p, t, row
CALL (t) {
  WITH t WHERE COUNT { (t)<-[:SERVES]-() } > 1
  MATCH (t)<-[:SERVES]-(beside) WHERE beside.mayBeStale IS NULL
  SET beside.mayBeStale = true
}
CALL (p, row) {
  WITH p, row WHERE row.forkOf IS NOT NULL
  MATCH (source:ProviderThread {workspace: $workspace, id: row.forkOf})
  CREATE (p)-[:NATIVE_FORK_OF]->(source)
}
CALL (p, row) {
  WITH p, row WHERE row.adopts IS NOT NULL
  MATCH (source:ProviderThread {workspace: $workspace, id: row.adopts})
  CREATE (source)-[:ADOPTED_BY]->(p)
  SET source.mayBeStale = true
}
CALL (p, row) {
  UNWIND row.inherits AS part
  MATCH (inherited:Thread {workspace: $workspace, id: part[0]})
  CREATE (p)-[:INHERITS {from: part[1], to: part[2]}]->(inherited)
}
