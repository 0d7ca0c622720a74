// Counts runs that began on another provider than the run before them in the history, a fork's first against its source run.
// params: workspace, noteSwitches: [{runId, at}]
// returns: nothing
UNWIND $noteSwitches AS row
MATCH (r:Run {workspace: $workspace, id: row.runId})
CALL (r) {
  MATCH (before:Run {workspace: $workspace, threadId: r.threadId})
  USING INDEX before:Run(workspace, threadId, ordinal)
  WHERE before.ordinal < r.ordinal AND before.begunVersion IS NOT NULL
    AND (before.rolledBackVersion IS NULL OR before.rolledBackVersion > r.begunVersion)
  WITH before ORDER BY before.ordinal DESC LIMIT 1
  RETURN collect(before.provider) AS own
}
CALL (r) {
  MATCH (r)-[:IN]->()-[:FORKED_FROM]->(source)
  RETURN collect(source.provider) AS inherited
}
WITH r, row, coalesce(head(own), head(inherited)) AS before
WHERE before <> r.provider
CREATE (:StatsFact {workspace: $workspace, threadId: r.threadId, at: row.at, figure: 'SWITCH', provider: r.provider, model: r.model, count: 1})
