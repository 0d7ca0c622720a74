// The lineage tree that a thread is in.
// params: workspace, threadId
// returns: recordRoot: the root thread's id; null when there is no such thread
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: $threadId})
RETURN t.rootId AS recordRoot
