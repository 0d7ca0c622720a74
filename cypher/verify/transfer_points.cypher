// A transfer's source point is a begun run with the provider that it names, for a fork and a spawn the run that the thread left at; its base point is a begun run or none; what it carries ends at its source point.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (x:ContextTransfer {workspace: $workspace})
USING INDEX x:ContextTransfer(workspace, id)
WHERE x.id IS NOT NULL
OPTIONAL MATCH (at:Run {workspace: $workspace, threadId: x.sourcePointThreadId, ordinal: x.sourcePointOrdinal})
OPTIONAL MATCH (base:Run {workspace: $workspace, threadId: x.basePointThreadId, ordinal: x.basePointOrdinal})
CALL (x) {
  OPTIONAL MATCH (x)-[c:CARRIES]->(carried)
  WITH c, carried ORDER BY c.position DESC
  RETURN count(c) AS parts, head(collect([carried.id, c.to])) AS end
}
WITH {transfer: x.id, type: x.type, sourceRun: x.sourcePointRunId, baseRun: x.basePointRunId} AS about, CASE
  WHEN NOT coalesce(at.id = x.sourcePointRunId AND at.begunVersion IS NOT NULL, false) THEN 'has a source point that is no begun run'
  WHEN NOT coalesce(at.provider = x.sourceProvider, false) THEN 'names another provider than the run at its source point'
  WHEN x.type IN ['FORK', 'SUBAGENT_SPAWN'] AND NOT at.id IN [(x)-[:TARGET]->()-[:FORKED_FROM|SPAWNED_BY]->(left) | left.id] THEN 'has a source point at which its thread did not leave'
  WHEN coalesce(x.basePointThreadId, x.basePointOrdinal, x.basePointRunId) IS NOT NULL AND NOT coalesce(base.id = x.basePointRunId AND base.begunVersion IS NOT NULL, false) THEN 'has a base point that is no begun run'
  WHEN x.type IN ['MERGE_BACK', 'SUBAGENT_RESULT'] AND parts = 0 THEN 'carries nothing'
  WHEN NOT x.type IN ['MERGE_BACK', 'SUBAGENT_RESULT'] AND parts > 0 THEN 'carries something, which its type never does'
  WHEN parts > 0 AND NOT coalesce(end = [x.sourcePointThreadId, x.sourcePointOrdinal], false) THEN 'carries something that does not end at its source point'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
