// The compactions that are recorded of provider threads.
// params: workspace, compactionsOf: [providerThreadId]
// returns: compactions: [{providerThreadId, threadId, ordinal, runId, checkpointId, at, summary, tokensBefore, tokensAfter, made}]
UNWIND $compactionsOf AS id
MATCH (:ProviderThread {workspace: $workspace, id: id})-[c:COMPACTED]->(r)
RETURN collect(c {
  at: toString(c.at), .summary, .tokensBefore, .tokensAfter, .made,
  providerThreadId: id,
  threadId: r.threadId,
  ordinal: r.ordinal,
  runId: r.id,
  checkpointId: head([(r)-[:HAS_CHECKPOINT]->(k) | k.id])
}) AS compactions
