// Counts the runs of threads that began on another provider than the run before them in the history.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (t:Thread {workspace: $workspace, id: id})
CALL (t) {
  OPTIONAL MATCH (t)-[:FORKED_FROM]->(source)
  RETURN head(collect(source.provider)) AS inherited
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0 AND r.begunVersion IS NOT NULL
  WITH r ORDER BY r.ordinal
  RETURN collect(r) AS runs
}
UNWIND range(0, size(runs) - 1) AS place
WITH t, inherited, runs[place] AS r, CASE WHEN place > 0 THEN runs[place - 1] END AS near
WITH t, inherited, r, near, near IS NULL OR near.rolledBackVersion IS NULL OR near.rolledBackVersion > r.begunVersion AS known
CALL (r, known) {
  WITH r WHERE NOT known
  MATCH (before:Run {workspace: $workspace, threadId: r.threadId})
  USING INDEX before:Run(workspace, threadId, ordinal)
  WHERE before.ordinal < r.ordinal AND before.begunVersion IS NOT NULL
    AND (before.rolledBackVersion IS NULL OR before.rolledBackVersion > r.begunVersion)
  WITH before ORDER BY before.ordinal DESC LIMIT 1
  RETURN collect(before.provider) AS own
}
WITH t, r, coalesce(CASE WHEN known THEN near.provider ELSE head(own) END, inherited) AS before
WHERE before <> r.provider
CREATE (:StatsFact {workspace: $workspace, threadId: t.id, at: r.startedAt, figure: 'SWITCH', provider: r.provider, model: r.model, count: 1})
