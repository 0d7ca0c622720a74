// What is recorded of threads: those of these ids, children and ancestors of others.
// params: workspace, threadIds, childrenOf, ancestorsOf: [threadId]
// returns: threads: [Thread's properties, times as text, descendantIds: those of ancestorsOf that it is an ancestor of]
CALL () {
  UNWIND $threadIds AS id
  MATCH (t:Thread {workspace: $workspace, id: id})
  RETURN t, null AS descendantId
  UNION
  UNWIND $childrenOf AS id
  MATCH (:Thread {workspace: $workspace, id: id})<-[:CHILD_OF]-(t)
  RETURN t, null AS descendantId
  UNION
  UNWIND $ancestorsOf AS id
  MATCH (:Thread {workspace: $workspace, id: id})-[:CHILD_OF*1..]->(t)
  RETURN t, id AS descendantId
}
WITH t, collect(descendantId) AS descendantIds
RETURN collect(t {.*, createdAt: toString(t.createdAt), updatedAt: toString(t.updatedAt), redactedAt: toString(t.redactedAt), descendantIds: descendantIds}) AS threads
