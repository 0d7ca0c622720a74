// The steps by which content passed between the runs of a run's lineage tree; the runs that reached it follow from them.
// params: workspace, id
MATCH (:Run {workspace: $workspace, id: $id})-[:IN]->(t)
MATCH (member:Thread {workspace: $workspace, rootId: t.rootId})
CALL (member) {
  MATCH (r:Run {workspace: $workspace, threadId: member.id})
  WHERE r.ordinal > 0 AND r.begunVersion IS NOT NULL
  RETURN collect([r.ordinal, r.id, r.rolledBackVersion IS NOT NULL]) AS runs
}
CALL (member) {
  MATCH (r:Run {workspace: $workspace, threadId: member.id})-[:CONTINUES]->(before)
  WHERE r.ordinal > 0
  RETURN collect([r.ordinal, before.threadId, before.ordinal]) AS continued
}
CALL (member) {
  MATCH (r:Run {workspace: $workspace, threadId: member.id})-[c:CONSUMES]->(h)-[:MATERIALIZES]->(x)
  WHERE r.ordinal > 0
  RETURN collect([r.ordinal, c.position, h.id, x.type, [(h)-[k:COVERS]->(covered) | [k.position, covered.id, k.from, k.to]]]) AS consumed
}
RETURN {members: collect({id: member.id, made: member.made, runs: runs, continued: continued, consumed: consumed})} AS answer
