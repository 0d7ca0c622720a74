// Makes threads that are stored already what the rows say, their own relationships included.
// params: workspace, knownThreads: [{set: Thread's properties but times, createdAt, updatedAt, redactedAt or null: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $knownThreads AS row
MATCH (t:Thread {workspace: $workspace, id: row.set.id})
FOREACH (old IN [(t)-[link:CHILD_OF|FORKED_FROM|SPAWNED_BY]->() | link] | DELETE old)
SET t = row.set,
  t.workspace = $workspace,
  t.createdAt = datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  t.updatedAt = datetime({epochSeconds: row.updatedAt[0], nanosecond: row.updatedAt[1]}),
  t.redactedAt = CASE WHEN row.redactedAt IS NOT NULL THEN datetime({epochSeconds: row.redactedAt[0], nanosecond: row.redactedAt[1]}) END
