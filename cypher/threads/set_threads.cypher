// Changes properties of threads.
// params: workspace, setThreads: [{id, set}]
// returns: nothing
UNWIND $setThreads AS row
MATCH (t:Thread {workspace: $workspace, id: row.id})
SET t += row.set
