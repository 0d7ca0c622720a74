// A handoff materializes one transfer into one provider thread, for a run, all of the thread that it names.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (h:ContextHandoff {workspace: $workspace})
USING INDEX h:ContextHandoff(workspace, id)
WHERE h.id IS NOT NULL
CALL (h) {
  MATCH (h)-[:MATERIALIZES]->(x)
  RETURN collect(x.id) AS transfers, head(collect([(x)-[:TARGET]->(t) | t.id])) AS targets
}
CALL (h) {
  MATCH (h)-[:INTO]->(p)
  RETURN collect(p.id) AS into, head(collect([(p)-[:SERVES]->(t) | t.id])) AS served
}
OPTIONAL MATCH (r:Run {workspace: $workspace, id: h.targetRunId})
WITH {handoff: h.id, thread: h.threadId, transfers: transfers, providerThreads: into, run: h.targetRunId} AS about, CASE
  WHEN size(transfers) <> 1 THEN 'materializes no transfer, or several'
  WHEN NOT coalesce(h.threadId IN targets, false) THEN 'materializes a transfer into another thread'
  WHEN size(into) <> 1 THEN 'goes into no provider thread, or into several'
  WHEN NOT coalesce(h.threadId IN served, false) THEN 'goes into a provider thread of another thread'
  WHEN NOT coalesce(h.threadId = r.threadId, false) THEN 'is for a run that is not there, or of another thread'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
