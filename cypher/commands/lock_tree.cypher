// Takes the lock of a thread's lineage tree and the next place in its order of creation.
// params: workspace, threadId
// returns: lock: {rootId, made}; null when there is no such thread
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: $threadId})
OPTIONAL MATCH (l:ThreadLock {workspace: $workspace, id: t.rootId})
SET l.made = l.made + 1
RETURN CASE WHEN l IS NULL THEN null ELSE {rootId: l.id, made: l.made} END AS lock
