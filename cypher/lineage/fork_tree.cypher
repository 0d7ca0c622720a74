// The threads below a thread, itself first, by depth and then by creation, from a place on, and how many there are in all.
// params: workspace, treeThreadId, treeMaxDepth: levels below it|null, treeAfter: [depth, made] of the last one before|null, treeFirst
// returns: tree: {depth, total, nodes: [[id, parentId, relationship, depth, title, createdAt: as text, made, sourceThreadId, sourceRunId, sourceOrdinal, detached, runCount, headOrdinal, providers, childCount]]}
MATCH (t:Thread {workspace: $workspace, id: $treeThreadId})
WITH t, t.depth + $treeMaxDepth AS deepest
CALL (t, deepest) {
  MATCH (t) (()<-[:CHILD_OF]-(child) WHERE deepest IS NULL OR child.depth <= deepest)* (below)
  RETURN count(below) AS total
}
CALL (t, deepest) {
  MATCH (t) (()<-[:CHILD_OF]-(child) WHERE deepest IS NULL OR child.depth <= deepest)* (below)
  WHERE $treeAfter IS NULL OR below.depth > $treeAfter[0] OR (below.depth = $treeAfter[0] AND below.made > $treeAfter[1])
  WITH below ORDER BY below.depth, below.made LIMIT $treeFirst
  CALL (below) {
    OPTIONAL MATCH (below)<-[:IN]-(r)
    WHERE r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
    RETURN count(r) AS runCount, coalesce(max(r.ordinal), 0) AS headOrdinal, collect(DISTINCT r.provider) AS providers
  }
  OPTIONAL MATCH (below)-[:FORKED_FROM|SPAWNED_BY]->(s)
  WITH below, s, runCount, headOrdinal, providers ORDER BY below.depth, below.made
  RETURN collect([below.id, below.parentId, below.relationshipToParent, below.depth, below.title, toString(below.createdAt), below.made,
    s.threadId, s.id, s.ordinal, s.rolledBackVersion IS NOT NULL, runCount, headOrdinal, providers, COUNT { (below)<-[:CHILD_OF]-() }]) AS nodes
}
RETURN head(collect({depth: t.depth, total: total, nodes: nodes})) AS tree
