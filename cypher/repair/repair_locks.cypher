// Makes the lock of each lineage tree, at least as far as the places that were given in it.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL
CALL (t) {
  OPTIONAL MATCH (t)<-[:SERVES]-(p)
  OPTIONAL MATCH (p)-[c:COMPACTED]->()
  RETURN max(CASE WHEN coalesce(c.made, 0) > p.made THEN c.made ELSE p.made END) AS served
}
CALL (t) {
  OPTIONAL MATCH (t)<-[:TARGET]-(x)
  OPTIONAL MATCH (x)<-[:MATERIALIZES]-(h)
  RETURN max(CASE WHEN coalesce(h.made, 0) > x.made THEN h.made ELSE x.made END) AS carried
}
UNWIND [t.made, served, carried] AS made
WITH t.rootId AS rootId, coalesce(max(made), 0) / 100000 AS given
MATCH (root:Thread {workspace: $workspace, id: rootId})
WHERE root.parentId IS NULL
OPTIONAL MATCH (l:ThreadLock {workspace: $workspace, id: rootId})
WITH rootId, given, l
WHERE l IS NULL OR NOT coalesce(l.made >= given, false)
MERGE (lock:ThreadLock {workspace: $workspace, id: rootId})
SET lock.made = given
RETURN {total: count(*), changes: collect({about: {lock: rootId}, set: {made: given}})[..$most]} AS repaired
