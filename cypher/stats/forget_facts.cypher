// Deletes what was counted of threads.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (f:StatsFact {workspace: $workspace, threadId: id})
USING INDEX f:StatsFact(workspace, threadId)
DELETE f
