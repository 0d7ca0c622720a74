// Makes the versions and times at which runs began, ended, got their checkpoints and were rolled back those that their threads' logs tell.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.threadId IS NOT NULL AND r.ordinal IS NOT NULL
CALL (r) {
  MATCH (e:LineageEvent {workspace: $workspace, threadId: r.threadId})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.version IS NOT NULL AND e.type IN ['run.begun', 'run.finished', 'run.checkpoint_captured']
    AND e.payload STARTS WITH '{"runId":"' + replace(replace(r.id, '\\', '\\\\'), '"', '\\"') + '","ordinal":'
  RETURN collect(e) AS told
}
CALL (r) {
  MATCH (e:LineageEvent {workspace: $workspace, threadId: r.threadId})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.version IS NOT NULL AND e.type = 'thread.rolled_back'
    AND toString(r.ordinal) IN split(split(split(e.payload, '"rolledBackOrdinals":[')[1], ']')[0], ',')
  RETURN head(collect(e.version)) AS rolledBackVersion
}
WITH r, rolledBackVersion,
  [e IN told WHERE e.type = 'run.begun'] AS begun,
  [e IN told WHERE e.type = 'run.finished'] AS finished,
  [e IN told WHERE e.type = 'run.checkpoint_captured'] AS captured
WHERE size(begun) <= 1 AND size(finished) <= 1 AND size(captured) <= 1
WITH r, {
  begunVersion: coalesce(begun[0].version, r.begunVersion),
  startedAt: coalesce(r.startedAt, begun[0].at),
  finishedVersion: coalesce(finished[0].version, r.finishedVersion),
  finishedAt: coalesce(r.finishedAt, finished[0].at),
  endedAs: coalesce(split(split(finished[0].payload, '"status":"')[1], '"')[0], r.endedAs),
  checkpointVersion: CASE
    WHEN NOT EXISTS { (r)-[:HAS_CHECKPOINT]->() } THEN r.checkpointVersion
    ELSE coalesce(captured[0].version, finished[0].version, r.checkpointVersion)
  END,
  rolledBackVersion: coalesce(rolledBackVersion, r.rolledBackVersion)
} AS facts
WITH r, facts, [name IN keys(facts) WHERE NOT coalesce(r[name] = facts[name], r[name] IS NULL AND facts[name] IS NULL)] AS changed
WHERE size(changed) > 0
SET r += facts
RETURN {total: count(*), changes: collect({about: {run: r.id}, set: {changed: changed}})[..$most]} AS repaired
