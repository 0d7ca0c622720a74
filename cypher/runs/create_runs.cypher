// Makes runs in their threads, on their provider threads.
// params: workspace, createRuns: [{set: Run's properties, providerThreadId}]
// returns: nothing
UNWIND $createRuns AS row
MATCH (t:Thread {workspace: $workspace, id: row.set.threadId})
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row.providerThreadId})
CREATE (t)<-[:IN]-(r:Run {workspace: $workspace})-[:RAN_ON]->(p)
SET r += row.set, t.runCount = row.set.ordinal
