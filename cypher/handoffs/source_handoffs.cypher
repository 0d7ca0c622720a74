// The handoffs that runs consumed on the provider threads that these were forked from or adopted, at any distance.
// params: workspace, sourceHandoffsOf: [providerThreadId]
// returns: sourceHandoffs: [[providerThreadId, distance: 1 for its own source, threadId, ordinal: of the run, position, handoffId]]
UNWIND $sourceHandoffsOf AS id
MATCH (p:ProviderThread {workspace: $workspace, id: id})
MATCH (p) ((near)-[steps:NATIVE_FORK_OF|ADOPTED_BY]-(far)
  WHERE (type(steps) = 'NATIVE_FORK_OF' AND startNode(steps) = near) OR (type(steps) = 'ADOPTED_BY' AND endNode(steps) = near)
)+ (source)
MATCH (source)<-[:RAN_ON]-(r)-[c:CONSUMES]->(h)
WHERE r.begunVersion IS NOT NULL AND h.status = 'READY'
RETURN collect([id, size(steps), r.threadId, r.ordinal, c.position, h.id]) AS sourceHandoffs
