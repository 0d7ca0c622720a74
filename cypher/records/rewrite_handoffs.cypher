// Makes context handoffs that are stored already what the rows say, their own relationships included.
// params: workspace, knownHandoffs: [{set: ContextHandoff's properties but times, createdAt, updatedAt: [seconds since 1970, nanoseconds], transferId, providerThreadId}]
// returns: nothing
UNWIND $knownHandoffs AS row
MATCH (h:ContextHandoff {workspace: $workspace, id: row.set.id})
FOREACH (old IN [(h)-[link:MATERIALIZES|INTO|COVERS|SUPERSEDES]->() | link] | DELETE old)
FOREACH (old IN [(h)<-[link:CONSUMES]-() | link] | DELETE old)
SET h = row.set,
  h.workspace = $workspace,
  h.createdAt = datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  h.updatedAt = datetime({epochSeconds: row.updatedAt[0], nanosecond: row.updatedAt[1]})
WITH h, row
OPTIONAL MATCH (x:ContextTransfer {workspace: $workspace, id: row.transferId})
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
CREATE (x)<-[:MATERIALIZES]-(h)-[:INTO]->(p)
