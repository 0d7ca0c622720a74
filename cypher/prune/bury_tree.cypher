// Makes tombstones of a lineage tree's threads, runs, provider threads and handoffs.
// params: workspace, root: the root thread's id, at: the time
// returns: buried: how many
MATCH (t:Thread {workspace: $workspace, rootId: $root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
CALL (t) {
  RETURN 'thread' AS kind, t.id AS id
  UNION ALL
  MATCH (t)<-[:IN]-(r) RETURN 'run' AS kind, r.id AS id
  UNION ALL
  MATCH (t)<-[:SERVES]-(p) RETURN 'providerThread' AS kind, p.id AS id
  UNION ALL
  MATCH (t)<-[:TARGET]-()<-[:MATERIALIZES]-(h) RETURN 'handoff' AS kind, h.id AS id
}
MERGE (n:Tombstone {workspace: $workspace, kind: kind, id: id})
SET n.rootId = $root, n.at = $at
RETURN count(*) AS buried
