// The next threads of a lineage tree by depth and order of creation, with their provider threads, and what is to be read of them besides.
// params: workspace, root: the root thread's id, threadsAfter: [depth, made], threadsFirst
// returns: recordThreads: [{set, by, sourceRunId, sourceVersion, providerThreads: [{set, threadId, forkOf, adopts, inherits}], runs: the highest ordinal, transfers, handoffs: [[made, id]]}], times as text
MATCH (t:Thread {workspace: $workspace, rootId: $root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth >= $threadsAfter[0] AND t.made IS NOT NULL AND (t.depth > $threadsAfter[0] OR t.made > $threadsAfter[1])
WITH t ORDER BY t.depth, t.made LIMIT $threadsFirst
OPTIONAL MATCH (t)-[left:FORKED_FROM|SPAWNED_BY]->(source)
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0
  RETURN coalesce(max(r.ordinal), 0) AS runs
}
CALL (t) {
  MATCH (t)<-[:SERVES]-(p)
  RETURN collect({
    set: p {.*, createdAt: toString(p.createdAt)},
    threadId: t.id,
    forkOf: head([(p)-[:NATIVE_FORK_OF]->(origin) | origin.id]),
    adopts: head([(p)<-[:ADOPTED_BY]-(origin) | origin.id]),
    inherits: [(p)-[part:INHERITS]->(along) | [along.id, part.from, part.to]]
  }) AS providerThreads
}
CALL (t) {
  MATCH (t)<-[:TARGET]-(x)
  RETURN collect([x.made, x.id]) AS transfers
}
CALL (t) {
  MATCH (t)<-[:TARGET]-()<-[:MATERIALIZES]-(h)
  RETURN collect([h.made, h.id]) AS handoffs
}
RETURN collect({
  set: t {.*, createdAt: toString(t.createdAt), updatedAt: toString(t.updatedAt), redactedAt: toString(t.redactedAt)},
  by: head([(t)-[link:CHILD_OF]->() | link.by]),
  sourceRunId: source.id,
  sourceVersion: left.sourceVersion,
  providerThreads: providerThreads,
  runs: runs,
  transfers: transfers,
  handoffs: handoffs
}) AS recordThreads
