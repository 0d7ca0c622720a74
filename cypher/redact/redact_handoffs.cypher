// Deletes the texts of the handoffs into a thread and of those, wherever they go, that were made from its runs; and of the compactions of sessions that held any of that.
// params: workspace, threadId, mark, now
// returns: redactedHandoffs: [id]
MATCH (t:Thread {workspace: $workspace, id: $threadId})
CALL (t) {
  MATCH (t)<-[:SERVES]-(p) RETURN p
  UNION
  MATCH (t)<-[:INHERITS]-(p) RETURN p
  UNION
  MATCH (t)<-[:COVERS]-()-[:INTO]->(p) RETURN p
}
CALL (p) {
  MATCH (p)-[c:COMPACTED]->()
  SET c.summary = null
}
WITH DISTINCT t
CALL (t) {
  MATCH (t)<-[:TARGET]-()<-[:MATERIALIZES]-(h) RETURN h
  UNION
  MATCH (t)<-[:COVERS]-(h) RETURN h
}
SET h.summaryText = CASE WHEN h.summaryText IS NOT NULL THEN $mark END,
  h.failureReason = CASE WHEN h.failureReason IS NOT NULL THEN $mark END,
  h.payload = null,
  h.updatedAt = $now
RETURN collect(h.id) AS redactedHandoffs
