// Makes a thread's next run, under its tree's lock, and logs it.
// params: workspace, thread, session, run, message
MATCH (l:ThreadLock {workspace: $workspace, id: $thread})
SET l.made = l.made + 1
WITH l
MATCH (t:Thread {workspace: $workspace, id: $thread})
MATCH (p:ProviderThread {workspace: $workspace, id: $session})
CALL (t) {
  MATCH (before:Run {workspace: $workspace, threadId: t.id})
  WHERE before.ordinal > 0
  RETURN coalesce(max(before.ordinal), 0) AS last
}
CREATE (t)<-[:IN]-(r:Run {workspace: $workspace, id: $run, threadId: t.id, ordinal: last + 1, status: 'PREPARING', provider: p.provider, message: $message,
  cleanContext: false, maxOffProviderRuns: 20, maxChainedHandoffs: 5, maxDeltaRanges: 1, droppedNatively: false, nativeStartFailed: false,
  itemCount: 0, characters: 0, createdAt: datetime()})-[:RAN_ON]->(p)
SET t.version = t.version + 1, t.updatedAt = r.createdAt
CREATE (:LineageEvent {workspace: $workspace, threadId: t.id, version: t.version, type: 'run.started', at: r.createdAt, payload: '{}'})
