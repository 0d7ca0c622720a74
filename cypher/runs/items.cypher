// What is recorded of turn items.
// params: workspace, itemIds
// returns: items: [TurnItem's properties, createdAt as text]
UNWIND $itemIds AS id
MATCH (i:TurnItem {workspace: $workspace, id: id})
RETURN collect(i {.*, createdAt: toString(i.createdAt)}) AS items
