// Takes the locks of lineage trees, in one order for everyone, and tells which versions their threads have now.
// params: workspace, lockRoots: [[root thread id, the place that its lock has to have given at least]], lockThreads: [thread id]
// returns: lockedVersions: [[thread id, version]]
CALL () {
  UNWIND $lockRoots AS root
  WITH root ORDER BY root[0]
  MATCH (l:ThreadLock {workspace: $workspace, id: root[0]})
  SET l.made = CASE WHEN l.made < root[1] THEN root[1] ELSE l.made END
  RETURN count(*) AS locked
}
CALL (locked) {
  UNWIND $lockThreads AS id
  MATCH (t:Thread {workspace: $workspace, id: id})
  RETURN collect([t.id, t.version]) AS versions
}
RETURN versions AS lockedVersions
