// The run that spawned a subagent's thread.
// params: workspace, spawnedThreadId
// returns: spawner: {id, threadId, ordinal, status, rolledBackVersion}, or null
OPTIONAL MATCH (:Thread {workspace: $workspace, id: $spawnedThreadId})-[:SPAWNED_BY]->(r)
RETURN r {.id, .threadId, .ordinal, .status, .rolledBackVersion} AS spawner
