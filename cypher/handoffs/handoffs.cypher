// What is recorded of context handoffs, with what they cover and their links: those of these ids, and those into threads.
// params: workspace, handoffIds, handoffsOf: [threadId]
// returns: handoffs: [ContextHandoff's properties, times as text, transferId, transferSourceThreadId, toProviderThreadId, covers: [[position, threadId, from, to]], supersedesId, supersededById]
CALL () {
  UNWIND $handoffIds AS id
  MATCH (h:ContextHandoff {workspace: $workspace, id: id})
  RETURN h
  UNION
  UNWIND $handoffsOf AS id
  MATCH (:Thread {workspace: $workspace, id: id})<-[:SERVES]-()<-[:INTO]-(h)
  RETURN h
}
MATCH (p)<-[:INTO]-(h)-[:MATERIALIZES]->(x)-[:SOURCE]->(source)
RETURN collect(h {
  .*,
  createdAt: toString(h.createdAt), updatedAt: toString(h.updatedAt),
  transferId: x.id,
  transferSourceThreadId: source.id,
  toProviderThreadId: p.id,
  covers: [(h)-[c:COVERS]->(t) | [c.position, t.id, c.from, c.to]],
  supersedesId: head([(h)-[:SUPERSEDES]->(old) | old.id]),
  supersededById: head([(h)<-[:SUPERSEDES]-(new) | new.id])
}) AS handoffs
