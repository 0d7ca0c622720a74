// Deletes some runs of lineage trees, with their items, turns and checkpoints.
// params: workspace, roots: [root thread's id], atMost: runs
// returns: deletedRuns: how many
UNWIND $roots AS root
MATCH (t:Thread {workspace: $workspace, rootId: root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
MATCH (r:Run {workspace: $workspace, threadId: t.id})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.ordinal IS NOT NULL
WITH r LIMIT $atMost
OPTIONAL MATCH (r)-[:HAS_ITEM|TOOK|HAS_CHECKPOINT]->(part)
DETACH DELETE part
WITH DISTINCT r
DETACH DELETE r
RETURN count(*) AS deletedRuns
