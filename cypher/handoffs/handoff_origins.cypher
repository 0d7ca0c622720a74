// Which provider threads ran what handoffs cover, in the order of the covered runs.
// params: workspace, originsOf: [handoffId]
// returns: origins: [[handoffId, [providerThreadId]]]
UNWIND $originsOf AS id
MATCH (h:ContextHandoff {workspace: $workspace, id: id})
CALL (h) {
  MATCH (h)-[c:COVERS]->(t)
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE c.from <= r.ordinal <= c.to
  MATCH (r)-[:RAN_ON]->(p)
  WITH p.id AS origin, min([c.position, r.ordinal]) AS first ORDER BY first
  RETURN collect(origin) AS found
}
RETURN collect([h.id, found]) AS origins
