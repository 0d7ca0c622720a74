// The last provider turn that is in native threads now: of the last run whose turns were not dropped, else that of a fork's source.
// params: workspace, lastTurnsOf: [providerThreadId]
// returns: lastTurns: [[providerThreadId, nativeTurnRef]]
UNWIND $lastTurnsOf AS id
MATCH (p:ProviderThread {workspace: $workspace, id: id})
CALL (p) {
  OPTIONAL MATCH (p)<-[:RAN_ON]-(r)
  WHERE r.begunVersion IS NOT NULL AND NOT r.droppedNatively
  WITH r ORDER BY r.ordinal DESC LIMIT 1
  RETURN r AS last
}
CALL (p) {
  OPTIONAL MATCH (p)-[:NATIVE_FORK_OF]->(), (p)-[:SERVES]->()-[:FORKED_FROM]->(r)
  RETURN head(collect(r)) AS boundary
}
WITH id, coalesce(last, boundary) AS run
CALL (run) {
  OPTIONAL MATCH (run)-[:TOOK]->(turn)
  WITH turn ORDER BY turn.index DESC LIMIT 1
  RETURN turn.nativeTurnRef AS reference
}
RETURN collect([id, reference]) AS lastTurns
