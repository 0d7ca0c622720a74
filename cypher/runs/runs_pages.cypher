// Pages of threads' own runs, oldest first, and how many there are in all.
// params: workspace, runsPages: [{key, threadId, after: ordinal, rolledBack: whether rolled-back ones are asked for}], runsPageFirst
// returns: runsPages: [{key, total, runs: as runs.cypher gives them, at most one more than runsPageFirst}]
UNWIND $runsPages AS page
CALL (page) {
  MATCH (r:Run {workspace: $workspace, threadId: page.threadId})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > page.after AND (page.rolledBack OR r.rolledBackVersion IS NULL)
  WITH r, page ORDER BY r.ordinal LIMIT $runsPageFirst + 1
  RETURN collect(r {
    .*,
    createdAt: toString(r.createdAt), startedAt: toString(r.startedAt), finishedAt: toString(r.finishedAt),
    providerThreadId: head([(r)-[:RAN_ON]->(p) | p.id]),
    handoffs: [(r)-[c:CONSUMES]->(h) | [c.position, h.id]],
    turns: [(r)-[:TOOK]->(u) | [u.index, u.nativeTurnRef]],
    checkpointId: head([(r)-[:HAS_CHECKPOINT]->(k) | k.id])
  }) AS runs
}
CALL (page) {
  MATCH (r:Run {workspace: $workspace, threadId: page.threadId})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0 AND (page.rolledBack OR r.rolledBackVersion IS NULL)
  RETURN count(r) AS total
}
RETURN collect({key: page.key, total: total, runs: runs}) AS runsPages
