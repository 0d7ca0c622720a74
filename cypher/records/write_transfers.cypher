// Makes context transfers as the rows say.
// params: workspace, newTransfers: [{set: ContextTransfer's properties but times, createdAt, consumedAt or null: [seconds since 1970, nanoseconds], sourceThreadId, targetThreadId}]
// returns: nothing
UNWIND $newTransfers AS row
OPTIONAL MATCH (source:Thread {workspace: $workspace, id: row.sourceThreadId})
OPTIONAL MATCH (target:Thread {workspace: $workspace, id: row.targetThreadId})
CREATE (source)<-[:SOURCE]-(x:ContextTransfer {
  workspace: $workspace,
  createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  consumedAt: CASE WHEN row.consumedAt IS NOT NULL THEN datetime({epochSeconds: row.consumedAt[0], nanosecond: row.consumedAt[1]}) END
})-[:TARGET]->(target)
SET x += row.set
