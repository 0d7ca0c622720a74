// Gives entries of threads' logs that tell of a run the type that the run's own versions say.
// params: workspace, eventTypes: those that there are, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.threadId IS NOT NULL AND r.ordinal IS NOT NULL
MATCH (e:LineageEvent {workspace: $workspace, threadId: r.threadId})
USING INDEX e:LineageEvent(workspace, threadId, version)
WHERE e.version IS NOT NULL AND NOT e.type IN $eventTypes
  AND e.payload STARTS WITH '{"runId":"' + replace(replace(r.id, '\\', '\\\\'), '"', '\\"') + '","ordinal":'
WITH e, r, CASE
  WHEN e.version = r.begunVersion THEN 'run.begun'
  WHEN e.version = r.finishedVersion THEN 'run.finished'
  WHEN e.version < coalesce(r.begunVersion, r.finishedVersion) AND e.payload CONTAINS '"handoffIds":' THEN 'run.started'
END AS type
WHERE type IS NOT NULL
SET e.type = type
RETURN {total: count(*), changes: collect({about: {thread: e.threadId, version: e.version}, set: {type: type}})[..$most]} AS repaired
