// Makes runs that are stored already what the rows say, their own relationships included.
// params: workspace, knownRuns: [{set: Run's properties but times, createdAt, startedAt or null, finishedAt or null: [seconds since 1970, nanoseconds], providerThreadId}]
// returns: nothing
UNWIND $knownRuns AS row
MATCH (r:Run {workspace: $workspace, id: row.set.id})
FOREACH (old IN [(r)-[link:RAN_ON|CONTINUES]->() | link] | DELETE old)
FOREACH (old IN [(r)-[:TOOK|HAS_CHECKPOINT]->(part) | part] | DETACH DELETE old)
SET r = row.set,
  r.workspace = $workspace,
  r.createdAt = datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  r.startedAt = CASE WHEN row.startedAt IS NOT NULL THEN datetime({epochSeconds: row.startedAt[0], nanosecond: row.startedAt[1]}) END,
  r.finishedAt = CASE WHEN row.finishedAt IS NOT NULL THEN datetime({epochSeconds: row.finishedAt[0], nanosecond: row.finishedAt[1]}) END
WITH r, row
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
CREATE (r)-[:RAN_ON]->(p)
