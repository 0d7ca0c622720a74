// Deletes some threads of lineage trees that have nothing but their provider threads left, and these with them.
// params: workspace, roots: [root thread's id], atMost: threads
// returns: deletedThreads: how many
UNWIND $roots AS root
MATCH (t:Thread {workspace: $workspace, rootId: root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
WITH t LIMIT $atMost
OPTIONAL MATCH (t)<-[:SERVES]-(p)
DETACH DELETE p
WITH DISTINCT t
DETACH DELETE t
RETURN count(*) AS deletedThreads
