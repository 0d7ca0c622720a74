// How many lineage trees a workspace has.
// params: workspace
// returns: treeCount: how many
MATCH (l:ThreadLock {workspace: $workspace})
USING INDEX l:ThreadLock(workspace, id)
WHERE l.id IS NOT NULL
RETURN count(l) AS treeCount
