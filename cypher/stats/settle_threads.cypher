// Says of threads that it is counted now what happened in them.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (t:Thread {workspace: $workspace, id: id})
REMOVE t.uncounted
