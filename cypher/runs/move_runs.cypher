// Puts runs that have not begun on another provider thread.
// params: workspace, moveRuns: [{id, providerThreadId}]
// returns: nothing
UNWIND $moveRuns AS row
MATCH (r:Run {workspace: $workspace, id: row.id})-[old:RAN_ON]->(:ProviderThread)
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
DELETE old
CREATE (r)-[:RAN_ON]->(p)
