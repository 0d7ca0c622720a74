// Appends turn items to runs.
// params: workspace, createItems: [{runId, set: TurnItem's properties}]
// returns: nothing
UNWIND $createItems AS row
MATCH (r:Run {workspace: $workspace, id: row.runId})
CREATE (r)-[:HAS_ITEM]->(i:TurnItem {workspace: $workspace})
SET i += row.set
