// By which steps content passed between the begun runs of a lineage tree: native continuation, and handoffs that were consumed.
// params: workspace, flowThreadId|flowRunId: a thread or run of the tree, flowFrom: ordinal|null (with one, no members unless content of the thread's runs from there on left it)
// returns: contentFlow: {point: [threadId, ordinal] of flowRunId|null, members: [{id, made, runs: [[ordinal, id, rolledBack]], continued: [[ordinal, threadId, ordinal]], consumed: [[ordinal, position, handoffId, transferType, covers]]}]}, or null
CALL () {
  MATCH (t:Thread {workspace: $workspace, id: $flowThreadId})
  RETURN t, null AS point
  UNION
  MATCH (r:Run {workspace: $workspace, id: $flowRunId})-[:IN]->(t)
  RETURN t, [t.id, r.ordinal] AS point
}
CALL (t) {
  WITH t WHERE $flowFrom IS NULL OR EXISTS {
    MATCH (t)<-[c:COVERS]-()<-[:CONSUMES]-(consumer)
    WHERE c.to >= $flowFrom AND consumer.threadId <> t.id AND consumer.begunVersion IS NOT NULL
  } OR EXISTS {
    MATCH (r:Run {workspace: $workspace, threadId: t.id})
    USING INDEX r:Run(workspace, threadId, ordinal)
    WHERE r.ordinal >= $flowFrom
    MATCH (r)<-[:CONTINUES]-(next)
    WHERE next.threadId <> t.id
  }
  MATCH (member:Thread {workspace: $workspace, rootId: t.rootId})
  USING INDEX member:Thread(workspace, rootId, depth, made)
  WHERE member.depth >= 0 AND member.made > 0
  CALL (member) {
    MATCH (r:Run {workspace: $workspace, threadId: member.id})
    USING INDEX r:Run(workspace, threadId, ordinal)
    WHERE r.ordinal > 0 AND r.begunVersion IS NOT NULL
    RETURN collect([r.ordinal, r.id, r.rolledBackVersion IS NOT NULL]) AS runs
  }
  CALL (member) {
    MATCH (r:Run {workspace: $workspace, threadId: member.id})
    USING INDEX r:Run(workspace, threadId, ordinal)
    WHERE r.ordinal > 0
    MATCH (r)-[:CONTINUES]->(before)
    RETURN collect([r.ordinal, before.threadId, before.ordinal]) AS continued
  }
  CALL (member) {
    MATCH (r:Run {workspace: $workspace, threadId: member.id})
    USING INDEX r:Run(workspace, threadId, ordinal)
    WHERE r.ordinal > 0 AND r.begunVersion IS NOT NULL
    MATCH (r)-[k:CONSUMES]->(h)-[:MATERIALIZES]->(x)
    RETURN collect([r.ordinal, k.position, h.id, x.type, [(h)-[c:COVERS]->(covered) | [c.position, covered.id, c.from, c.to]]]) AS consumed
  }
  RETURN collect({id: member.id, made: member.made, runs: runs, continued: continued, consumed: consumed}) AS members
}
RETURN head(collect({point: point, members: members})) AS contentFlow
