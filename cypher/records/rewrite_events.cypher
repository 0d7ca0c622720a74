// Makes entries of threads' logs that are stored already what the rows say.
// params: workspace, knownEvents: [{set: LineageEvent's properties but times, at: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $knownEvents AS row
MATCH (e:LineageEvent {workspace: $workspace, threadId: row.set.threadId, version: row.set.version})
SET e = row.set, e.workspace = $workspace, e.at = datetime({epochSeconds: row.at[0], nanosecond: row.at[1]})
