// Context handoffs, with what they cover and their links.
// params: workspace, handoffIds
// returns: recordHandoffs: [{set, transferId, providerThreadId, runId, position, covers: [[position, threadId, from, to]], supersedes}], times as text
UNWIND $handoffIds AS id
MATCH (h:ContextHandoff {workspace: $workspace, id: id})
MATCH (p)<-[:INTO]-(h)-[:MATERIALIZES]->(x)
OPTIONAL MATCH (r)-[consumed:CONSUMES]->(h)
RETURN collect({
  set: h {.*, createdAt: toString(h.createdAt), updatedAt: toString(h.updatedAt)},
  transferId: x.id,
  providerThreadId: p.id,
  runId: r.id,
  position: consumed.position,
  covers: [(h)-[part:COVERS]->(t) | [part.position, t.id, part.from, part.to]],
  supersedes: head([(h)-[:SUPERSEDES]->(old) | old.id])
}) AS recordHandoffs
