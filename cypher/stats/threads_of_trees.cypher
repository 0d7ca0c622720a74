// The threads of lineage trees.
// params: workspace, roots: [root thread's id]
// returns: threadsOfTrees: [threadId]
UNWIND $roots AS root
MATCH (t:Thread {workspace: $workspace, rootId: root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
RETURN collect(t.id) AS threadsOfTrees
