// The next receipts of the commands that wrote to a lineage tree, by their commands' ids.
// params: workspace, root: the root thread's id; empty for those of commands that wrote to no tree or to several, receiptsAfter: the id before them, receiptsFirst
// returns: treeReceipts: [{set}], times as text
MATCH (c:CommandReceipt {workspace: $workspace, rootId: $root})
USING INDEX c:CommandReceipt(workspace, rootId, commandId)
WHERE c.commandId > $receiptsAfter
WITH c ORDER BY c.commandId LIMIT $receiptsFirst
RETURN collect({set: c {.*, at: toString(c.at)}}) AS treeReceipts
