// Turn items of runs by their indexes.
// params: workspace, itemRanges: [[runId, from, to]]
// returns: recordItems: [{set}], times as text
UNWIND $itemRanges AS part
MATCH (i:TurnItem {workspace: $workspace, runId: part[0]})
USING INDEX i:TurnItem(workspace, runId, index)
WHERE part[1] <= i.index <= part[2]
RETURN collect({set: i {.*, createdAt: toString(i.createdAt)}}) AS recordItems
