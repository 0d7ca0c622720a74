// Records which run each begun run continues natively.
// params: workspace, continueRuns: [{id, threadId, ordinal: those of the run that is continued}]
// returns: nothing
UNWIND $continueRuns AS row
MATCH (r:Run {workspace: $workspace, id: row.id})
OPTIONAL MATCH (before:Run {workspace: $workspace, threadId: row.threadId, ordinal: row.ordinal})
CREATE (r)-[:CONTINUES]->(before)
