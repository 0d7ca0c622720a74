// Makes tombstones of what was pruned, but of trees that are there.
// params: workspace, newTombstones: [{set: Tombstone's properties but times, at: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $newTombstones AS row
OPTIONAL MATCH (root:Thread {workspace: $workspace, id: row.set.rootId})
WITH row, root WHERE root IS NULL
MERGE (n:Tombstone {workspace: $workspace, kind: row.set.kind, id: row.set.id})
SET n += row.set, n.at = datetime({epochSeconds: row.at[0], nanosecond: row.at[1]})
