// Which things are stored, of those that belong to stored threads: each with what it belongs to, and only where that is as asked.
// params: workspace, storedProviderThreads: [[id, threadId]], storedRuns: [[id, threadId]], storedItems: [[id, runId]], storedTransfers: [[id, targetThreadId]], storedHandoffs: [[id, threadId]], storedEvents: [[threadId, version]]
// returns: storedIds: {providerThreads: [id], runs: [id], items: [id], transfers: [id], handoffs: [id], events: [[threadId, version]]}
CALL () {
  UNWIND $storedProviderThreads AS asked
  MATCH (p:ProviderThread {workspace: $workspace, id: asked[0]})
  WHERE EXISTS { MATCH (p)-[:SERVES]->(t) WHERE t.id = asked[1] }
  RETURN collect(p.id) AS providerThreads
}
CALL (providerThreads) {
  UNWIND $storedRuns AS asked
  MATCH (r:Run {workspace: $workspace, id: asked[0]})
  WHERE r.threadId = asked[1]
  RETURN collect(r.id) AS runs
}
CALL (runs) {
  UNWIND $storedItems AS asked
  MATCH (i:TurnItem {workspace: $workspace, id: asked[0]})
  WHERE i.runId = asked[1]
  RETURN collect(i.id) AS items
}
CALL (items) {
  UNWIND $storedTransfers AS asked
  MATCH (x:ContextTransfer {workspace: $workspace, id: asked[0]})
  WHERE EXISTS { MATCH (x)-[:TARGET]->(t) WHERE t.id = asked[1] }
  RETURN collect(x.id) AS transfers
}
CALL (transfers) {
  UNWIND $storedHandoffs AS asked
  MATCH (h:ContextHandoff {workspace: $workspace, id: asked[0]})
  WHERE h.threadId = asked[1]
  RETURN collect(h.id) AS handoffs
}
CALL (handoffs) {
  UNWIND $storedEvents AS asked
  MATCH (e:LineageEvent {workspace: $workspace, threadId: asked[0], version: asked[1]})
  RETURN collect(asked) AS events
}
RETURN {providerThreads: providerThreads, runs: runs, items: items, transfers: transfers, handoffs: handoffs, events: events} AS storedIds
