// Makes provider threads that are stored already what the rows say, their own relationships included.
// params: workspace, knownProviderThreads: [{set: ProviderThread's properties but times, createdAt: [seconds since 1970, nanoseconds], threadId}]
// returns: nothing
UNWIND $knownProviderThreads AS row
MATCH (p:ProviderThread {workspace: $workspace, id: row.set.id})
FOREACH (old IN [(p)-[link:NATIVE_FORK_OF|INHERITS]->() | link] | DELETE old)
FOREACH (old IN [(p)<-[link:ADOPTED_BY]-() | link] | DELETE old)
SET p = row.set, p.workspace = $workspace, p.createdAt = datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]})
