// Counts rollbacks of threads and the runs that they dropped, by when their events say that they were.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (r:Run {workspace: $workspace, threadId: id})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.ordinal > 0 AND r.rolledBackVersion IS NOT NULL
WITH id, r.rolledBackVersion AS version, r.provider AS provider, r.model AS model, count(*) AS runs, min(r.ordinal) AS lowest
WITH id, version, min(lowest) AS first, collect([provider, model, runs, lowest]) AS groups
MATCH (e:LineageEvent {workspace: $workspace, threadId: id, version: version})
UNWIND groups AS group
CREATE (:StatsFact {workspace: $workspace, threadId: id, at: e.at, figure: 'ROLLED_BACK_RUN', provider: group[0], model: group[1], count: group[2]})
WITH id, e, group WHERE group[3] = first
CREATE (:StatsFact {workspace: $workspace, threadId: id, at: e.at, figure: 'ROLLBACK', provider: group[0], model: group[1], count: 1})
