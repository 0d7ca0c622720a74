// A handoff of a merge-back or of a subagent's result covers exactly what the transfer carries.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (x:ContextTransfer {workspace: $workspace})
USING INDEX x:ContextTransfer(workspace, id)
WHERE x.id IS NOT NULL AND x.type IN ['MERGE_BACK', 'SUBAGENT_RESULT']
MATCH (x)<-[:MATERIALIZES]-(h)
WITH x, h,
  COLLECT { MATCH (x)-[c:CARRIES]->(t) RETURN [t.id, c.from, c.to] ORDER BY c.position } AS carried,
  COLLECT { MATCH (h)-[c:COVERS]->(t) RETURN [t.id, c.from, c.to] ORDER BY c.position } AS covered
WITH {handoff: h.id, transfer: x.id, covers: covered[..10], carries: carried[..10]} AS about,
  CASE WHEN covered <> carried THEN 'covers something else than its transfer carries' END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
