// Logs what changed threads, one entry for each version of them.
// params: workspace, newEvents: [[threadId, version, type, payload, command, actor, at: [seconds since 1970, nanoseconds]]]
// returns: nothing
UNWIND $newEvents AS row
CREATE (:LineageEvent {
  workspace: $workspace, threadId: row[0], version: row[1], type: row[2], payload: row[3],
  command: row[4], actor: row[5], at: datetime({epochSeconds: row[6][0], nanosecond: row[6][1]})
})
