// Makes turn items that are stored already what the rows say, their own relationships included.
// params: workspace, knownItems: [{set: TurnItem's properties but times, createdAt: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $knownItems AS row
MATCH (i:TurnItem {workspace: $workspace, id: row.set.id})
SET i = row.set, i.workspace = $workspace, i.createdAt = datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]})
