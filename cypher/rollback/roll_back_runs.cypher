// Marks a thread's runs as rolled back, from ordinal to ordinal, as far as they are history.
// params: workspace, rollBackRuns: [{threadId, from, to, version}]
// returns: nothing
UNWIND $rollBackRuns AS row
MATCH (r:Run {workspace: $workspace, threadId: row.threadId})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE row.from <= r.ordinal <= row.to AND r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
SET r.status = 'ROLLED_BACK', r.rolledBackVersion = row.version
