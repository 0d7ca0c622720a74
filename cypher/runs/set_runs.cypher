// Changes properties of runs.
// params: workspace, setRuns: [{id, set}]
// returns: nothing
UNWIND $setRuns AS row
MATCH (r:Run {workspace: $workspace, id: row.id})
SET r += row.set
