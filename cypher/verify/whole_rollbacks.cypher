// A rollback drops every run after the first that it drops: none that had begun by then is still history.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.threadId IS NOT NULL AND r.ordinal IS NOT NULL AND r.rolledBackVersion IS NOT NULL
WITH r.threadId AS id, r.rolledBackVersion AS version, min(r.ordinal) AS lowest
CALL (id, version, lowest) {
  MATCH (later:Run {workspace: $workspace, threadId: id})
  USING INDEX later:Run(workspace, threadId, ordinal)
  WHERE later.ordinal > lowest AND later.begunVersion < version AND (later.rolledBackVersion IS NULL OR later.rolledBackVersion > version)
  RETURN collect(later.ordinal)[..$most] AS left
}
WITH {thread: id, version: version, lowest: lowest, left: left} AS about,
  CASE WHEN size(left) > 0 THEN 'was rolled back in part: runs after the first dropped one were left' END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
