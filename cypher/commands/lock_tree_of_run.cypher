// Takes the lock of the lineage tree that a run is in and the next place in its order of creation.
// params: workspace, runId
// returns: lock: {rootId, made}; null when there is no such run
OPTIONAL MATCH (:Run {workspace: $workspace, id: $runId})-[:IN]->(t:Thread)
OPTIONAL MATCH (l:ThreadLock {workspace: $workspace, id: t.rootId})
SET l.made = l.made + 1
RETURN CASE WHEN l IS NULL THEN null ELSE {rootId: l.id, made: l.made} END AS lock
