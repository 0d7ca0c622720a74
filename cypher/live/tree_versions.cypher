// The versions of a thread and all below it, parents first; of trees whose lock is as it is known to be, nothing.
// params: treesAt: [[workspace, thread id, the lock as it is known: [root id, made, written]|null]], treeThreads: threads of a tree at most
// returns: treeVersions: [[workspace, thread id, [root id, made, written], [[thread id, version]]]]
UNWIND $treesAt AS tree
MATCH (t:Thread {workspace: tree[0], id: tree[1]})
MATCH (l:ThreadLock {workspace: tree[0], id: t.rootId})
WITH tree, t, [l.id, l.made, coalesce(l.written, 0)] AS lock
WHERE tree[2] IS NULL OR tree[2] <> lock
CALL (t) {
  MATCH (t) (()<-[:CHILD_OF]-())* (below)
  WITH below ORDER BY below.depth, below.made LIMIT $treeThreads
  RETURN collect([below.id, below.version]) AS versions
}
RETURN collect([tree[0], tree[1], lock, versions]) AS treeVersions
