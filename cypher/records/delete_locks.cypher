// Deletes the locks of lineage trees.
// params: workspace, roots: [root thread's id]
// returns: nothing
UNWIND $roots AS root
MATCH (l:ThreadLock {workspace: $workspace, id: root})
DELETE l
