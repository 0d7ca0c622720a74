// Deletes some entries of the logs of lineage trees' threads.
// params: workspace, roots: [root thread's id], atMost: entries
// returns: deletedEvents: how many
UNWIND $roots AS root
MATCH (t:Thread {workspace: $workspace, rootId: root})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
MATCH (e:LineageEvent {workspace: $workspace, threadId: t.id})
USING INDEX e:LineageEvent(workspace, threadId, version)
WHERE e.version IS NOT NULL
WITH e LIMIT $atMost
DELETE e
RETURN count(*) AS deletedEvents
