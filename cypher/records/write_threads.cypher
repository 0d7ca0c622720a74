// Makes threads as the rows say.
// params: workspace, newThreads: [{set: Thread's properties but times, createdAt, updatedAt, redactedAt or null: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $newThreads AS row
CREATE (t:Thread {
  workspace: $workspace,
  createdAt: datetime({epochSeconds: row.createdAt[0], nanosecond: row.createdAt[1]}),
  updatedAt: datetime({epochSeconds: row.updatedAt[0], nanosecond: row.updatedAt[1]}),
  redactedAt: CASE WHEN row.redactedAt IS NOT NULL THEN datetime({epochSeconds: row.redactedAt[0], nanosecond: row.redactedAt[1]}) END
})
SET t += row.set
