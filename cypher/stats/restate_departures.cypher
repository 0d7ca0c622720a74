// Counts forks and subagents' threads by when they were made.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (t:Thread {workspace: $workspace, id: id})-[left:FORKED_FROM|SPAWNED_BY]->(source)
CREATE (:StatsFact {workspace: $workspace, threadId: t.id, at: t.createdAt, figure: CASE type(left) WHEN 'FORKED_FROM' THEN 'FORK' ELSE 'SUBAGENT' END, provider: source.provider, model: source.model, count: 1})
