// One more item of a run.
// params: workspace, thread, run, item, text
MATCH (l:ThreadLock {workspace: $workspace, id: $thread})
SET l.made = l.made + 1
WITH l
MATCH (r:Run {workspace: $workspace, id: $run})-[:IN]->(t)
CREATE (r)-[:HAS_ITEM]->(:TurnItem {workspace: $workspace, runId: r.id, id: $item, index: r.itemCount, kind: 'DECISION', text: $text, createdAt: datetime()})
SET r.itemCount = r.itemCount + 1, t.version = t.version + 1, t.updatedAt = datetime()
CREATE (:LineageEvent {workspace: $workspace, threadId: t.id, version: t.version, type: 'run.items_appended', at: t.updatedAt, payload: '{}'})
