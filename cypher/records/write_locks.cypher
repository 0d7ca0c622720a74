// Makes the locks of lineage trees, or lets those that are there count at least as far; each write moves them, also where nothing is counted.
// params: workspace, locks: [{id: the root thread's id, made|null}]
// returns: nothing
UNWIND $locks AS row
MERGE (l:ThreadLock {workspace: $workspace, id: row.id})
ON CREATE SET l.made = coalesce(row.made, 0)
ON MATCH SET l.made = CASE WHEN l.made < row.made THEN row.made ELSE l.made END
SET l.written = coalesce(l.written, 0) + 1
