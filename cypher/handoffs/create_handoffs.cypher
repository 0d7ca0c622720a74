// Makes context handoffs of their transfers into provider threads, for the runs that consume them, in place of older ones where they supersede.
// params: workspace, createHandoffs: [{set: ContextHandoff's properties, transferId, providerThreadId, runId, position, covers: [[threadId, from, to]], supersedes}]
// returns: nothing
UNWIND $createHandoffs AS row
MATCH (x:ContextTransfer {workspace: $workspace, id: row.transferId})
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
OPTIONAL MATCH (r:Run {workspace: $workspace, id: row.runId})
CREATE (x)<-[:MATERIALIZES]-(h:ContextHandoff {workspace: $workspace})-[:INTO]->(p)
CREATE (r)-[:CONSUMES {position: row.position}]->(h)
SET h += row.set
CREATE (:StatsFact {workspace: $workspace, threadId: h.threadId, at: h.createdAt, figure: 'HANDOFF_CREATED', strategy: h.strategy, provider: p.provider, model: r.model, count: 1})
FOREACH (ready IN CASE WHEN h.status = 'READY' THEN [h] ELSE [] END |
  CREATE (:StatsFact {workspace: $workspace, threadId: ready.threadId, at: ready.createdAt, figure: 'HANDOFF_READY', strategy: ready.strategy, provider: p.provider, model: r.model, count: 1, characters: size(ready.summaryText)}))
WITH h, r, row
CALL (h, row) {
  UNWIND range(0, size(row.covers) - 1) AS position
  MATCH (covered:Thread {workspace: $workspace, id: row.covers[position][0]})
  CREATE (h)-[:COVERS {position: position, from: row.covers[position][1], to: row.covers[position][2]}]->(covered)
}
CALL (h, r, row) {
  WITH h, r, row WHERE row.supersedes IS NOT NULL
  MATCH (old:ContextHandoff {workspace: $workspace, id: row.supersedes})
  CREATE (h)-[:SUPERSEDES]->(old)
  WITH r, old
  MATCH (r)-[consumed:CONSUMES]->(old)
  DELETE consumed
}
