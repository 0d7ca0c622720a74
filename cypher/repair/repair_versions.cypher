// Makes threads' versions those of the last entries of their logs, where these are there from the first one on without a gap.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL
CALL (t) {
  MATCH (e:LineageEvent {workspace: $workspace, threadId: t.id})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.version IS NOT NULL
  RETURN count(e) AS events, min(e.version) AS first, max(e.version) AS last
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal IS NOT NULL
  UNWIND [0, r.begunVersion, r.finishedVersion, r.checkpointVersion, r.rolledBackVersion] AS version
  RETURN coalesce(max(version), 0) AS newest
}
WITH t, last
WHERE first = 1 AND last = events AND newest <= last AND NOT coalesce(t.version = last, false)
SET t.version = last
RETURN {total: count(*), changes: collect({about: {thread: t.id}, set: {version: last}})[..$most]} AS repaired
