// Makes runs as the rows say.
// params: workspace, newRuns: [{set: Run's properties but times, createdAt, startedAt or null, finishedAt or null: [seconds since 1970, nanoseconds], providerThreadId}]
// returns: nothing
UNWIND $newRuns AS row
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row.set.threadId})
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
CREATE (t)<-[:IN]-(r:Run {
  workspace: $workspace,
  createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  startedAt: CASE WHEN row.startedAt IS NOT NULL THEN datetime({epochSeconds: row.startedAt[0], nanosecond: row.startedAt[1]}) END,
  finishedAt: CASE WHEN row.finishedAt IS NOT NULL THEN datetime({epochSeconds: row.finishedAt[0], nanosecond: row.finishedAt[1]}) END
})-[:RAN_ON]->(p)
SET r += row.set
