// The runs of other threads that the content of a thread's runs above an ordinal reached.
// params: workspace, id, to
MATCH (t:Thread {workspace: $workspace, id: $id})
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  WHERE r.ordinal > $to
  MATCH (r)<-[:CONTINUES]-(next)
  WHERE next.threadId <> t.id
  RETURN next
  UNION
  MATCH (t)<-[c:COVERS]-()<-[:CONSUMES]-(next)
  WHERE c.to > $to AND next.threadId <> t.id
  RETURN next
}
MATCH (next)<-[:CONTINUES*0..]-(reached)
WHERE reached.begunVersion IS NOT NULL AND reached.rolledBackVersion IS NULL
RETURN {runIds: collect(DISTINCT reached.id)} AS answer
