// The threads below a thread, itself first, by depth and then by creation.
// params: workspace, id, first
MATCH (t:Thread {workspace: $workspace, id: $id})
CALL (t) {
  MATCH (t) (()<-[:CHILD_OF]-())* (below)
  WITH below ORDER BY below.depth, below.made LIMIT $first
  CALL (below) {
    OPTIONAL MATCH (below)<-[:IN]-(r)
    WHERE r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
    RETURN count(r) AS runCount, coalesce(max(r.ordinal), 0) AS headOrdinal, collect(DISTINCT r.provider) AS providers
  }
  OPTIONAL MATCH (below)-[:FORKED_FROM|SPAWNED_BY]->(s)
  RETURN collect([below.id, below.parentId, below.relationshipToParent, below.depth, below.title, toString(below.createdAt),
    s.threadId, s.id, s.ordinal, s.rolledBackVersion IS NOT NULL, runCount, headOrdinal, providers, COUNT { (below)<-[:CHILD_OF]-() }]) AS nodes
}
RETURN {nodes: nodes} AS answer
