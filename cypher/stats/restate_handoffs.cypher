// Counts the handoffs into threads by what their records say: a summary that is there came with the last change of a READY one, else at once.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (:Thread {workspace: $workspace, id: id})<-[:SERVES]-(p)<-[:INTO]-(h)
OPTIONAL MATCH (r:Run {workspace: $workspace, id: h.targetRunId})
UNWIND [
  ['HANDOFF_CREATED', h.createdAt, null],
  CASE WHEN h.summaryText IS NOT NULL
    THEN ['HANDOFF_READY', CASE h.status WHEN 'READY' THEN h.updatedAt ELSE h.createdAt END, size(h.summaryText)] END,
  CASE WHEN h.status IN ['FAILED', 'SUPERSEDED'] THEN ['HANDOFF_' + h.status, h.updatedAt, null] END
] AS fact
WITH id, p, h, r, fact WHERE fact IS NOT NULL
CREATE (:StatsFact {workspace: $workspace, threadId: id, at: fact[1], figure: fact[0], strategy: h.strategy, provider: p.provider, model: r.model, count: 1, characters: fact[2]})
