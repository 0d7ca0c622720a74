// Changes properties of provider threads.
// params: workspace, setProviderThreads: [{id, set}]
// returns: nothing
UNWIND $setProviderThreads AS row
MATCH (p:ProviderThread {workspace: $workspace, id: row.id})
SET p += row.set,
  p.mayBeStale = CASE WHEN row.set.status IN ['RESUME_FAILED', 'DIVERGENT', 'CLOSED'] THEN true ELSE p.mayBeStale END
