// Takes the lock of a lineage tree without moving it: whoever writes to the tree is waited for, and waits until it is given back.
// params: workspace, root: the root thread's id
// returns: heldLock: {made, written: how often rows were written in bulk}; null when there is no such tree
OPTIONAL MATCH (l:ThreadLock {workspace: $workspace, id: $root})
SET l.made = l.made
RETURN l {.made, .written} AS heldLock
