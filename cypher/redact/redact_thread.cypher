// Deletes the texts of a thread, of its runs, items and checkpoints; a reason that has to be there becomes the mark.
// params: workspace, threadId, mark, now
// returns: nothing
MATCH (t:Thread {workspace: $workspace, id: $threadId})
SET t.title = null, t.metadata = null, t.redactedAt = $now
WITH t
CALL (t) {
  MATCH (t)<-[:SERVES]-(p)
  SET p.failureReason = CASE WHEN p.failureReason IS NOT NULL THEN $mark END
}
CALL (t) {
  MATCH (t)<-[:IN]-(r)
  SET r.message = null, r.failureReason = CASE WHEN r.failureReason IS NOT NULL THEN $mark END, r.spawns = null
}
CALL (t) {
  MATCH (t)<-[:IN]-()-[:HAS_ITEM]->(i)
  SET i.text = null, i.data = null
}
CALL (t) {
  MATCH (t)<-[:IN]-()-[:HAS_CHECKPOINT]->(k)
  SET k.diffSummary = null
}
CALL (t) {
  MATCH (t)<-[:SOURCE|TARGET]-(x)
  SET x.resultText = null, x.failureReason = CASE WHEN x.failureReason IS NOT NULL THEN $mark END
}
