// What is recorded of provider threads, with where they were forked from: those of these ids, and those that serve threads.
// params: workspace, providerThreadIds, providerThreadsOf: [threadId]
// returns: providerThreads: [ProviderThread's properties, createdAt as text, threadId, forkedFromId, forkedAt: [threadId, ordinal, runId]]
CALL () {
  UNWIND $providerThreadIds AS id
  MATCH (p:ProviderThread {workspace: $workspace, id: id})
  RETURN p
  UNION
  UNWIND $providerThreadsOf AS id
  MATCH (p)-[:SERVES]->(:Thread {workspace: $workspace, id: id})
  RETURN p
}
MATCH (p)-[:SERVES]->(t)
RETURN collect(p {
  .*,
  createdAt: toString(p.createdAt),
  threadId: t.id,
  forkedFromId: head([(p)-[:NATIVE_FORK_OF]->(q) | q.id]),
  forkedAt: head([(t)-[:FORKED_FROM]->(r) | [r.threadId, r.ordinal, r.id]])
}) AS providerThreads
