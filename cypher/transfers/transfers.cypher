// What is recorded of context transfers, with their threads: those of these ids, and those from or into threads.
// params: workspace, transferIds, transfersOf: [threadId]
// returns: transfers: [ContextTransfer's properties, times as text, sourceThreadId, targetThreadId]
CALL () {
  UNWIND $transferIds AS id
  MATCH (x:ContextTransfer {workspace: $workspace, id: id})
  RETURN x
  UNION
  UNWIND $transfersOf AS id
  MATCH (:Thread {workspace: $workspace, id: id})<-[:SOURCE|TARGET]-(x)
  RETURN x
}
MATCH (source)<-[:SOURCE]-(x)-[:TARGET]->(target)
RETURN collect(x {.*, createdAt: toString(x.createdAt), consumedAt: toString(x.consumedAt), sourceThreadId: source.id, targetThreadId: target.id}) AS transfers
