// A lineage tree has the lock that is named by its root thread, and its threads have places in the order of creation that the lock gave, each another.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
CALL () {
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, id)
  WHERE t.id IS NOT NULL
  RETURN DISTINCT t.rootId AS rootId
  UNION
  MATCH (l:ThreadLock {workspace: $workspace})
  USING INDEX l:ThreadLock(workspace, id)
  WHERE l.id IS NOT NULL
  RETURN l.id AS rootId
}
OPTIONAL MATCH (l:ThreadLock {workspace: $workspace, id: rootId})
OPTIONAL MATCH (root:Thread {workspace: $workspace, id: rootId})
CALL (rootId) {
  MATCH (t:Thread {workspace: $workspace, rootId: rootId})
  USING INDEX t:Thread(workspace, rootId, depth, made)
  WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
  RETURN count(t) AS threads, count(DISTINCT t.made) AS places, max(t.made) AS newest
}
WITH {root: rootId, lockMade: l.made, threads: threads, newest: newest} AS about, CASE
  WHEN root IS NULL THEN 'is the root of threads or of a lock, but no thread'
  WHEN root.parentId IS NOT NULL THEN 'is named as a root, but has a parent'
  WHEN l IS NULL THEN 'has no lock'
  WHEN NOT coalesce(newest / 100000 <= l.made, false) THEN 'has a thread with a place that its lock has not given yet'
  WHEN places < threads THEN 'has threads with the same place in the order of creation'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
