// Deletes some receipts of the commands that wrote to a lineage tree.
// params: workspace, root: the root thread's id, atMost: receipts
// returns: deletedReceipts: how many
MATCH (c:CommandReceipt {workspace: $workspace, rootId: $root})
USING INDEX c:CommandReceipt(workspace, rootId, commandId)
WHERE c.commandId IS NOT NULL
WITH c LIMIT $atMost
DELETE c
RETURN count(*) AS deletedReceipts
