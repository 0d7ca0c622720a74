// What a run consumes are handoffs made for it, into its provider thread; those of a begun run are READY unless it was rolled back, and it consumed their transfers.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (h:ContextHandoff {workspace: $workspace})
USING INDEX h:ContextHandoff(workspace, id)
WHERE h.id IS NOT NULL
MATCH (h)<-[consumed:CONSUMES]-(r)
WITH {run: r.id, thread: r.threadId, handoff: h.id, handoffStatus: h.status, position: consumed.position} AS about, CASE
  WHEN NOT EXISTS { (r)-[:RAN_ON]->()<-[:INTO]-(h) } THEN 'consumes a handoff into another provider thread than it ran on'
  WHEN NOT coalesce(h.targetRunId = r.id, false) THEN 'consumes a handoff that was made for another run'
  WHEN consumed.position IS NULL THEN 'consumes a handoff without a position'
  WHEN EXISTS { MATCH (r)-[other:CONSUMES]->() WHERE other <> consumed AND other.position = consumed.position } THEN 'consumes two handoffs at the same position'
  WHEN r.begunVersion IS NULL THEN null
  WHEN r.rolledBackVersion IS NULL AND h.status <> 'READY' THEN 'began, but consumes a handoff that is not READY'
  WHEN NOT EXISTS { MATCH (h)-[:MATERIALIZES]->(x) WHERE x.status = 'CONSUMED' AND x.consumedByRunId = r.id } THEN 'began, but has not consumed the transfer of its handoff'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
