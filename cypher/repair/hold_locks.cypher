// Takes all locks of a workspace, in order, without moving them: its writers wait until they are given back.
// params: workspace
// returns: heldLocks: how many
MATCH (l:ThreadLock {workspace: $workspace})
USING INDEX l:ThreadLock(workspace, id)
WHERE l.id IS NOT NULL
WITH l ORDER BY l.id
SET l.made = l.made
RETURN count(l) AS heldLocks
