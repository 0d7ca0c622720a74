// What is recorded of runs, with the ids of what they are linked to.
// params: workspace, runIds
// returns: runs: [Run's properties, times as text, providerThreadId, handoffs: [[position, id]], turns: [[index, nativeTurnRef]], checkpointId]
UNWIND $runIds AS id
MATCH (r:Run {workspace: $workspace, id: id})
RETURN collect(r {
  .*,
  createdAt: toString(r.createdAt), startedAt: toString(r.startedAt), finishedAt: toString(r.finishedAt),
  providerThreadId: head([(r)-[:RAN_ON]->(p) | p.id]),
  handoffs: [(r)-[c:CONSUMES]->(h) | [c.position, h.id]],
  turns: [(r)-[:TOOK]->(u) | [u.index, u.nativeTurnRef]],
  checkpointId: head([(r)-[:HAS_CHECKPOINT]->(k) | k.id])
}) AS runs
