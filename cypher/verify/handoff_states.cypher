// A handoff's status fits its text, its run and whether that consumes it; its kind fits its strategy.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (h:ContextHandoff {workspace: $workspace})
USING INDEX h:ContextHandoff(workspace, id)
WHERE h.id IS NOT NULL
OPTIONAL MATCH (r:Run {workspace: $workspace, id: h.targetRunId})
WITH h, r, COUNT { (h)<-[:CONSUMES]-() } AS consumers
WITH {handoff: h.id, thread: h.threadId, status: h.status, run: r.id, runStatus: r.status} AS about, CASE
  WHEN NOT coalesce(h.status IN ['PENDING', 'READY', 'FAILED', 'SUPERSEDED'], false) THEN 'has no known status'
  WHEN h.status = 'READY' AND h.summaryText IS NULL THEN 'is READY without a text'
  WHEN h.status IN ['PENDING', 'FAILED'] AND h.summaryText IS NOT NULL THEN 'has a text, but is not READY'
  WHEN h.status = 'FAILED' AND h.failureReason IS NULL THEN 'is FAILED without a reason'
  WHEN h.status IN ['PENDING', 'FAILED'] AND NOT coalesce(r.status = 'PREPARING', false) THEN 'waits for a text, but its run is not PREPARING'
  WHEN h.status = 'READY' AND NOT coalesce(r.status = 'PREPARING' OR r.begunVersion IS NOT NULL, false) THEN 'is READY, but its run ended before it began'
  WHEN consumers > 1 THEN 'is consumed by several runs'
  WHEN h.status <> 'SUPERSEDED' AND consumers = 0 THEN 'is consumed by no run, but not SUPERSEDED'
  WHEN h.strategy = 'MANUAL_CONTEXT' AND h.kind IN ['DELTA_CONTEXT', 'PORTABLE_CONTEXT', 'CHECKPOINT_CONTEXT'] THEN null
  WHEN NOT coalesce([h.strategy, h.kind] IN [
    ['DELTA_SINCE_TARGET_LAST_SEEN', 'DELTA_CONTEXT'],
    ['FULL_THREAD_SUMMARY', 'PORTABLE_CONTEXT'],
    ['CHECKPOINT_SUMMARY', 'CHECKPOINT_CONTEXT']
  ], false) THEN 'is of another kind than its strategy gives'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
