// The run reached its provider.
// params: workspace, thread, run, turn
MATCH (l:ThreadLock {workspace: $workspace, id: $thread})
SET l.made = l.made + 1
WITH l
MATCH (r:Run {workspace: $workspace, id: $run})-[:IN]->(t)
MATCH (r)-[:RAN_ON]->(p)
SET t.version = t.version + 1, t.updatedAt = datetime(), r.status = 'RUNNING', r.begunVersion = t.version, r.startedAt = t.updatedAt
CREATE (r)-[:TOOK]->(:ProviderTurn {workspace: $workspace, runId: r.id, index: 0, nativeTurnRef: $turn})
CREATE (:LineageEvent {workspace: $workspace, threadId: t.id, version: t.version, type: 'run.begun', at: t.updatedAt, payload: '{}'})
WITH r
MATCH (before:Run {workspace: $workspace, threadId: r.threadId, ordinal: r.ordinal - 1})
CREATE (r)-[:CONTINUES]->(before)
