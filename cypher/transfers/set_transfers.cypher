// Changes properties of context transfers.
// params: workspace, setTransfers: [{id, set}]
// returns: nothing
UNWIND $setTransfers AS row
MATCH (x:ContextTransfer {workspace: $workspace, id: row.id})
SET x += row.set
