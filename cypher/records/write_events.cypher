// Logs what changed threads, one entry for each version of them.
// params: workspace, newEvents: [[threadId, version, type, payload, at in seconds since 1970, its nanoseconds]]
// returns: nothing
UNWIND $newEvents AS row
CREATE (:LineageEvent {
  workspace: $workspace, threadId: row[0], version: row[1], type: row[2], payload: row[3],
  at: datetime({epochSeconds: row[4], nanosecond: row[5]})
})
