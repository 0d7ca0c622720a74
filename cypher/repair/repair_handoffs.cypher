// Makes handoffs' kinds, threads and runs those of their strategies, transfers and consumers, and supersedes those that a newer one or a rollback replaced.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (h:ContextHandoff {workspace: $workspace})
USING INDEX h:ContextHandoff(workspace, id)
WHERE h.id IS NOT NULL
WITH h,
  [(h)-[:INTO]->()-[:SERVES]->(t) | t.id] AS into,
  [(h)-[:MATERIALIZES]->()-[:TARGET]->(t) | t.id] AS targets,
  [(h)<-[:CONSUMES]-(r) | r] AS consumers
WITH h, consumers,
  CASE WHEN size(into) = 1 AND into = targets THEN into[0] ELSE h.threadId END AS threadId,
  CASE h.strategy
    WHEN 'DELTA_SINCE_TARGET_LAST_SEEN' THEN 'DELTA_CONTEXT'
    WHEN 'FULL_THREAD_SUMMARY' THEN 'PORTABLE_CONTEXT'
    WHEN 'CHECKPOINT_SUMMARY' THEN 'CHECKPOINT_CONTEXT'
    ELSE h.kind
  END AS kind,
  EXISTS { (h)<-[:SUPERSEDES]-() } AND size(consumers) = 0 AS replaced,
  EXISTS {
    MATCH (h)-[c:COVERS]->(t)<-[:IN]-(r)
    WHERE t.id = h.threadId AND c.from <= r.ordinal <= c.to AND r.rolledBackVersion IS NOT NULL
  } AS rolledBack
WITH h, {
  threadId: threadId,
  kind: kind,
  targetRunId: CASE WHEN size(consumers) = 1 AND consumers[0].threadId = threadId THEN consumers[0].id ELSE h.targetRunId END,
  status: CASE WHEN replaced OR rolledBack THEN 'SUPERSEDED' ELSE h.status END
} AS facts
WITH h, facts, [name IN keys(facts) WHERE NOT coalesce(h[name] = facts[name], h[name] IS NULL AND facts[name] IS NULL)] AS changed
WHERE size(changed) > 0
SET h += facts
RETURN {total: count(*), changes: collect({about: {handoff: h.id}, set: {changed: changed}})[..$most]} AS repaired
