// Records that provider threads know all that they held up to and with a run as a summary only.
// params: workspace, createCompactions: [{providerThreadId, runId, set: {at, summary, tokensBefore, tokensAfter, version, made}}]
// returns: nothing
UNWIND $createCompactions AS row
MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
CALL (p, row) {
  MATCH (r:Run {workspace: $workspace, id: row.runId})
  CREATE (p)-[c:COMPACTED]->(r)
  SET c += row.set, p.mayBeStale = true
}
