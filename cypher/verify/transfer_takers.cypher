// A transfer that a run of its target thread took up is resolved while that run is PREPARING, and CONSUMED by it, with the time, once it began.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (x:ContextTransfer {workspace: $workspace})
USING INDEX x:ContextTransfer(workspace, id)
WHERE x.id IS NOT NULL
OPTIONAL MATCH (taker:Run {workspace: $workspace, id: x.takenUpByRunId})
OPTIONAL MATCH (x)-[:TARGET]->(target)
WITH x, taker, head(collect(target)) AS target
WITH {transfer: x.id, type: x.type, status: x.status, takenUpBy: x.takenUpByRunId, consumedBy: x.consumedByRunId} AS about, CASE
  WHEN x.takenUpByRunId IS NOT NULL AND taker IS NULL THEN 'was taken up by a run that is not there'
  WHEN taker.threadId <> target.id THEN 'was taken up by a run of another thread than its target'
  WHEN (x.status = 'CONSUMED') <> (x.consumedByRunId IS NOT NULL) THEN 'is CONSUMED without a consumer, or has one without being so'
  WHEN (x.status = 'CONSUMED') <> (x.consumedAt IS NOT NULL) THEN 'is CONSUMED without a time, or has one without being so'
  WHEN x.status = 'CONSUMED' AND NOT coalesce(x.consumedByRunId = x.takenUpByRunId, false) THEN 'was consumed by another run than took it up'
  WHEN x.status = 'CONSUMED' AND taker.begunVersion IS NULL THEN 'was consumed by a run that never began'
  WHEN x.status IN ['PENDING', 'RESOLVED_NATIVE'] AND x.type = 'SUBAGENT_SPAWN' AND coalesce(taker.status, 'PREPARING') <> 'PREPARING' THEN 'waits for its run, which is not PREPARING'
  WHEN x.status IN ['RESOLVED_NATIVE', 'RESOLVED_PORTABLE'] AND x.type <> 'SUBAGENT_SPAWN' AND NOT coalesce(taker.status = 'PREPARING', false) THEN 'is resolved, but not for a PREPARING run'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
