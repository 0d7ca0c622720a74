// Changes properties of context handoffs.
// params: workspace, setHandoffs: [{id, set}]
// returns: nothing
UNWIND $setHandoffs AS row
MATCH (h:ContextHandoff {workspace: $workspace, id: row.id})
SET h += row.set
