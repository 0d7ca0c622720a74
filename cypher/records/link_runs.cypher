// Links runs to those that they continue natively.
// params: workspace, continued: [[id, runId]]
// returns: nothing
UNWIND $continued AS row
OPTIONAL MATCH (r:Run {workspace: $workspace, id: row[0]})
OPTIONAL MATCH (before:Run {workspace: $workspace, id: row[1]})
CREATE (r)-[:CONTINUES]->(before)
