// Makes context handoffs as the rows say.
// params: workspace, newHandoffs: [{set: ContextHandoff's properties but times, createdAt, updatedAt: [seconds since 1970, nanoseconds], transferId, providerThreadId}]
// returns: nothing
UNWIND $newHandoffs AS row
OPTIONAL MATCH (x:ContextTransfer {workspace: $workspace, id: row.transferId})
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
CREATE (x)<-[:MATERIALIZES]-(h:ContextHandoff {
  workspace: $workspace,
  createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  updatedAt: datetime({epochSeconds: row.updatedAt[0], nanosecond: row.updatedAt[1]})
})-[:INTO]->(p)
SET h += row.set
