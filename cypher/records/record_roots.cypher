// The next lineage trees by their root threads' ids.
// params: workspace, rootsAfter: the id before them, rootsFirst
// returns: recordRoots: [root thread's id]
MATCH (l:ThreadLock {workspace: $workspace})
USING INDEX l:ThreadLock(workspace, id)
WHERE l.id > $rootsAfter
WITH l.id AS id ORDER BY id LIMIT $rootsFirst
RETURN collect(id) AS recordRoots
