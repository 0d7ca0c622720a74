// Deletes some context transfers of lineage trees, with their handoffs.
// params: workspace, roots: [root thread's id], atMost: transfers
// returns: deletedTransfers: how many
UNWIND $roots AS root
MATCH (t:Thread {workspace: $workspace, rootId: root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
MATCH (t)<-[:TARGET]-(x)
WITH x LIMIT $atMost
OPTIONAL MATCH (x)<-[:MATERIALIZES]-(h)
DETACH DELETE h
WITH DISTINCT x
DETACH DELETE x
RETURN count(*) AS deletedTransfers
