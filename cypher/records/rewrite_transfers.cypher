// Makes context transfers that are stored already what the rows say, their own relationships included.
// params: workspace, knownTransfers: [{set: ContextTransfer's properties but times, createdAt, consumedAt or null: [seconds since 1970, nanoseconds], sourceThreadId, targetThreadId}]
// returns: nothing
UNWIND $knownTransfers AS row
MATCH (x:ContextTransfer {workspace: $workspace, id: row.set.id})
FOREACH (old IN [(x)-[link:SOURCE|CARRIES]->() | link] | DELETE old)
SET x = row.set,
  x.workspace = $workspace,
  x.createdAt = datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  x.consumedAt = CASE WHEN row.consumedAt IS NOT NULL THEN datetime({epochSeconds: row.consumedAt[0], nanosecond: row.consumedAt[1]}) END
WITH x, row
OPTIONAL MATCH (source:Thread {workspace: $workspace, id: row.sourceThreadId})
CREATE (x)-[:SOURCE]->(source)
