// Changes properties of context handoffs, and counts those that came to another status.
// params: workspace, setHandoffs: [{id, set}]
// returns: nothing
UNWIND $setHandoffs AS row
MATCH (h:ContextHandoff {workspace: $workspace, id: row.id})
WITH h, row, h.status AS before
SET h += row.set
WITH h, before WHERE h.status <> before
OPTIONAL MATCH (h)-[:INTO]->(p)
OPTIONAL MATCH (r:Run {workspace: $workspace, id: h.targetRunId})
CREATE (:StatsFact {workspace: $workspace, threadId: h.threadId, at: h.updatedAt, figure: 'HANDOFF_' + h.status, strategy: h.strategy, provider: p.provider, model: r.model, count: 1, characters: CASE WHEN h.status = 'READY' THEN size(h.summaryText) END})
