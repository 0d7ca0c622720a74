// Makes provider threads as the rows say.
// params: workspace, newProviderThreads: [{set: ProviderThread's properties but times, createdAt: [seconds since 1970, nanoseconds], threadId}]
// returns: nothing
UNWIND $newProviderThreads AS row
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row.threadId})
CREATE (p:ProviderThread {
  workspace: $workspace,
  createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]})
})-[:SERVES]->(t)
SET p += row.set
