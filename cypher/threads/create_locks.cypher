// Makes the lock of a new lineage tree: its writers queue on this node, which has no relationships, and take their places in the order of creation from it.
// params: workspace, createLocks: [{id: the root thread's id, made}]
// returns: nothing
UNWIND $createLocks AS row
CREATE (:ThreadLock {workspace: $workspace, id: row.id, made: row.made})
