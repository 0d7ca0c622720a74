// A page of a thread's runs with what they are linked to.
// params: workspace, id, first
MATCH (r:Run {workspace: $workspace, threadId: $id})
WHERE r.ordinal > 0 AND r.rolledBackVersion IS NULL
WITH r ORDER BY r.ordinal LIMIT $first
RETURN {runs: collect([r.id, r.ordinal, r.status, r.message, toString(r.createdAt),
  head([(r)-[:RAN_ON]->(p) | [p.id, p.provider, p.nativeThreadRef]]),
  [(r)-[c:CONSUMES]->(h) | [c.position, h.id, h.strategy]],
  head([(r)-[:HAS_CHECKPOINT]->(k) | [k.id, k.workspaceRef]])])} AS answer
