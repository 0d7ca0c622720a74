// Those of lineage trees in which nothing was active since a time: no thread changed, no item, compaction, transfer or handoff came, no command was sent.
// params: workspace, before: the time, roots: [root thread's id]
// returns: idleTrees: [{rootId, title, threads, runs, last: when it was active last, as text}]
UNWIND $roots AS rootId
CALL (rootId) {
  MATCH (t:Thread {workspace: $workspace, rootId: rootId})
  USING INDEX t:Thread(workspace, rootId, depth, made)
  WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
  WITH collect(t) AS threads, max(t.updatedAt) AS last
  RETURN threads, CASE WHEN last < $before THEN last END AS last
}
CALL (rootId, threads, last) {
  WITH rootId, threads, last WHERE last IS NOT NULL
  UNWIND threads AS t
  CALL (t) {
    OPTIONAL MATCH (t)<-[:IN]-(r)
    OPTIONAL MATCH (r)-[:HAS_ITEM]->(i)
    RETURN count(DISTINCT r) AS runs, max(i.createdAt) AS item
  }
  CALL (t) {
    OPTIONAL MATCH (t)<-[:SERVES]-()-[c:COMPACTED]->()
    RETURN max(c.at) AS compaction
  }
  CALL (t) {
    OPTIONAL MATCH (t)<-[:TARGET]-(x)
    OPTIONAL MATCH (x)<-[:MATERIALIZES]-(h)
    RETURN max(x.createdAt) AS transfer, max(h.updatedAt) AS handoff
  }
  UNWIND [item, compaction, transfer, handoff, t.updatedAt] AS at
  WITH t, runs, max(at) AS at
  RETURN sum(runs) AS runs, max(at) AS inside
}
CALL (rootId, inside) {
  WITH rootId, inside WHERE inside IS NOT NULL
  OPTIONAL MATCH (c:CommandReceipt {workspace: $workspace, rootId: rootId})
  USING INDEX c:CommandReceipt(workspace, rootId, commandId)
  WHERE c.commandId IS NOT NULL
  RETURN max(c.at) AS answered
}
WITH rootId, threads, runs, CASE WHEN answered > inside THEN answered ELSE inside END AS last
WHERE last < $before
OPTIONAL MATCH (root:Thread {workspace: $workspace, id: rootId})
RETURN collect({rootId: rootId, title: root.title, threads: size(threads), runs: runs, last: toString(last)}) AS idleTrees
