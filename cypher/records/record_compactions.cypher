// The compactions of the provider threads that serve threads.
// params: workspace, compactionThreadIds: [threadId]
// returns: recordCompactions: [{threadId, providerThreadId, runId, set}], times as text
UNWIND $compactionThreadIds AS id
MATCH (:Thread {workspace: $workspace, id: id})<-[:SERVES]-(p)-[c:COMPACTED]->(r)
RETURN collect({threadId: id, providerThreadId: p.id, runId: r.id, set: c {.*, at: toString(c.at)}}) AS recordCompactions
