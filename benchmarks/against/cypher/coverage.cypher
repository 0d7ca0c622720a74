// What a provider thread ran and was told, and what of its thread's own history is by others.
// params: workspace, id
MATCH (p:ProviderThread {workspace: $workspace, id: $id})
CALL (p) {
  MATCH (p)<-[:RAN_ON]-(r)
  WHERE r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
  RETURN collect(r.ordinal) AS nativeRunOrdinals
}
CALL (p) {
  MATCH (p)<-[:INTO]-(h)<-[c:CONSUMES]-(r)
  WHERE h.status = 'READY' AND r.rolledBackVersion IS NULL
  WITH h, r, c ORDER BY r.ordinal, c.position
  RETURN collect({id: h.id, covers: [(h)-[k:COVERS]->(t) | {threadId: t.id, from: k.from, to: k.to}]}) AS handoffs
}
CALL (p) {
  MATCH (p)-[:SERVES]->()<-[:SERVES]-(other)<-[:RAN_ON]-(r)
  WHERE other <> p AND r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
  RETURN collect(r.ordinal) AS otherRunOrdinals
}
RETURN {nativeRunOrdinals: nativeRunOrdinals, handoffs: handoffs, otherRunOrdinals: otherRunOrdinals} AS answer
