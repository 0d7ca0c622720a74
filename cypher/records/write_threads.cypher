// Makes threads as the rows say.
// params: workspace, newThreads: [{set: Thread's properties but times, createdAt, updatedAt: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $newThreads AS row
CREATE (t:Thread {
  workspace: $workspace,
  createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  updatedAt: datetime({epochSeconds: row.updatedAt[0], nanosecond: row.updatedAt[1]})
})
SET t += row.set
