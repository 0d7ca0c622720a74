// Deletes locks of no lineage tree, which no thread has as its root.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (l:ThreadLock {workspace: $workspace})
USING INDEX l:ThreadLock(workspace, id)
WHERE l.id IS NOT NULL
OPTIONAL MATCH (root:Thread {workspace: $workspace, id: l.id})
CALL (l) {
  MATCH (t:Thread {workspace: $workspace, rootId: l.id})
  USING INDEX t:Thread(workspace, rootId, depth, made)
  WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
  RETURN count(t) AS threads
}
WITH l, l.id AS id, root, threads
WHERE root IS NULL AND threads = 0
DELETE l
RETURN {total: count(*), changes: collect({about: {lock: id}, set: {deleted: true}})[..$most]} AS repaired
