// Threads of which it is not counted yet what happened in them, with the roots of their lineage trees.
// params: workspace, uncountedAtOnce: how many at most
// returns: uncounted: [[threadId, root thread's id]]
MATCH (t:Thread {workspace: $workspace, uncounted: true})
USING INDEX t:Thread(workspace, uncounted)
WITH t LIMIT $uncountedAtOnce
RETURN collect([t.id, t.rootId]) AS uncounted
