// Counts the resumes of threads' runs that failed, by when their events say so.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (e:LineageEvent {workspace: $workspace, threadId: id})
USING INDEX e:LineageEvent(workspace, threadId, version)
WHERE e.version > 0 AND e.type = 'run.resume_failed'
CALL (e) {
  MATCH (r:Run {workspace: $workspace, threadId: e.threadId})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0 AND (r.finishedVersion IS NULL OR r.finishedVersion > e.version)
  WITH r ORDER BY r.ordinal LIMIT 1
  RETURN r
}
CREATE (:StatsFact {workspace: $workspace, threadId: id, at: e.at, figure: 'RESUME_FAILURE', provider: r.provider, model: r.model, count: 1})
