// The run ended.
// params: workspace, thread, run
MATCH (l:ThreadLock {workspace: $workspace, id: $thread})
SET l.made = l.made + 1
WITH l
MATCH (r:Run {workspace: $workspace, id: $run})-[:IN]->(t)
SET t.version = t.version + 1, t.updatedAt = datetime(), r.status = 'COMPLETED', r.endedAs = 'COMPLETED', r.finishedVersion = t.version,
  r.finishedAt = t.updatedAt
CREATE (:LineageEvent {workspace: $workspace, threadId: t.id, version: t.version, type: 'run.finished', at: t.updatedAt, payload: '{}'})
