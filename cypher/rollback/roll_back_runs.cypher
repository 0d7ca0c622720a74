// Marks a thread's runs as rolled back, from ordinal to ordinal, as far as they are history, and counts them; the rollback with the first of them.
// params: workspace, rollBackRuns: [{threadId, from, to, version, at}]
// returns: nothing
UNWIND $rollBackRuns AS row
MATCH (r:Run {workspace: $workspace, threadId: row.threadId})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE row.from <= r.ordinal <= row.to AND r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
SET r.status = 'ROLLED_BACK', r.rolledBackVersion = row.version
WITH row.threadId AS threadId, row.at AS at, r.provider AS provider, r.model AS model, count(*) AS runs, min(r.ordinal) AS lowest
WITH threadId, at, min(lowest) AS first, collect([provider, model, runs, lowest]) AS groups
UNWIND groups AS group
CREATE (:StatsFact {workspace: $workspace, threadId: threadId, at: at, figure: 'ROLLED_BACK_RUN', provider: group[0], model: group[1], count: group[2]})
WITH threadId, at, group WHERE group[3] = first
CREATE (:StatsFact {workspace: $workspace, threadId: threadId, at: at, figure: 'ROLLBACK', provider: group[0], model: group[1], count: 1})
