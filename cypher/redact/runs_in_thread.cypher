// Which runs are a thread's.
// params: workspace, threadId, runIds
// returns: runsInThread: [id]
UNWIND $runIds AS id
MATCH (r:Run {workspace: $workspace, id: id})
WHERE r.threadId = $threadId
RETURN collect(r.id) AS runsInThread
