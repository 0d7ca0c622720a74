// The facts that a start is decided from, without the decision.
// params: workspace, id
MATCH (t:Thread {workspace: $workspace, id: $id})
CALL (t) {
  MATCH (t)<-[:SERVES]-(p)
  CALL (p) {
    MATCH (p)<-[:RAN_ON]-(r)
    WHERE r.begunVersion IS NOT NULL
    WITH r.rolledBackVersion AS rolledBackVersion, r.droppedNatively AS dropped, collect(r.ordinal) AS ordinals
    RETURN collect([rolledBackVersion, dropped, ordinals]) AS runs
  }
  CALL (p) {
    MATCH (p)<-[:INTO]-(h)<-[c:CONSUMES]-(r)
    RETURN collect([h.id, h.status, r.ordinal, c.position, [(h)-[k:COVERS]->(covered) | [covered.id, k.from, k.to]]]) AS handoffs
  }
  RETURN collect([p.id, p.provider, p.status, p.nativeThreadRef, p.model, p.runtimeMode, p.nativeRollback, p.made, runs, handoffs]) AS providerThreads
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  WHERE r.ordinal > 0
  WITH r ORDER BY r.ordinal DESC LIMIT 1
  RETURN collect([r.id, r.ordinal, r.status]) AS last
}
CALL (t) {
  MATCH (t)<-[:TARGET]-(x {status: 'PENDING'})
  RETURN collect(x {.*}) AS transfers
}
RETURN {providerThreads: providerThreads, last: last, transfers: transfers} AS answer
