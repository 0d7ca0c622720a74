// A run began, ended, got its checkpoint and was rolled back at ascending versions of its thread, none above the present one, all after the run before it ended.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.threadId IS NOT NULL AND r.ordinal IS NOT NULL
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: r.threadId})
OPTIONAL MATCH (before:Run {workspace: $workspace, threadId: r.threadId, ordinal: r.ordinal - 1})
WITH r, t, before, [version IN [r.begunVersion, r.finishedVersion, r.checkpointVersion, r.rolledBackVersion] WHERE version IS NOT NULL] AS versions
WITH {run: r.id, thread: r.threadId, version: t.version, begun: r.begunVersion, finished: r.finishedVersion, checkpoint: r.checkpointVersion, rolledBack: r.rolledBackVersion} AS about, CASE
  WHEN any(version IN versions WHERE NOT coalesce(2 <= version <= t.version, false)) THEN 'has a version that its thread has not had'
  WHEN r.finishedVersion <= r.begunVersion THEN 'ended before it began'
  WHEN r.checkpointVersion < r.finishedVersion OR (r.checkpointVersion IS NOT NULL AND r.finishedVersion IS NULL) THEN 'got its checkpoint before it ended'
  WHEN any(version IN versions WHERE version > r.rolledBackVersion) THEN 'was changed after it was rolled back'
  WHEN r.rolledBackVersion = r.finishedVersion THEN 'was rolled back at the version that ended it'
  WHEN any(version IN versions WHERE version <= before.finishedVersion) THEN 'has a version from before the run before it ended'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
