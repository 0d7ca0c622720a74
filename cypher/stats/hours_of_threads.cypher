// The hours that facts of threads are counted in.
// params: workspace, restated: [threadId]
// returns: hoursOfThreads: [start of an hour]
CALL () {
  UNWIND $restated AS id
  MATCH (r:Run {workspace: $workspace, threadId: id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0
  UNWIND [r.createdAt, r.finishedAt] AS at
  WITH at WHERE at IS NOT NULL
  RETURN DISTINCT datetime.truncate('hour', at) AS hour
  UNION
  UNWIND $restated AS id
  MATCH (f:StatsFact {workspace: $workspace, threadId: id})
  USING INDEX f:StatsFact(workspace, threadId)
  RETURN DISTINCT datetime.truncate('hour', f.at) AS hour
}
RETURN collect(hour) AS hoursOfThreads
