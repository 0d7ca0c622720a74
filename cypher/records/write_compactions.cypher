// Records that provider threads know all that they held up to and with a run as a summary only, one compaction through a run.
// params: workspace, compactions: [{providerThreadId, runId, set: COMPACTED's properties}]
// returns: nothing
UNWIND $compactions AS row
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
OPTIONAL MATCH (r:Run {workspace: $workspace, id: row.runId})
MERGE (p)-[c:COMPACTED]->(r)
SET c = row.set
