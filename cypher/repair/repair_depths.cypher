// Makes threads' roots and depths those of the way that their CHILD_OF links lead.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL
MATCH way = (t)-[:CHILD_OF*0..]->(top)
WHERE NOT EXISTS { (top)-[:CHILD_OF]->() } AND top.parentId IS NULL
WITH t, collect({rootId: top.id, depth: length(way)}) AS ways
WHERE size(ways) = 1
WITH t, ways[0] AS set
WHERE NOT coalesce(t.rootId = set.rootId AND t.depth = set.depth, false)
SET t += set
RETURN {total: count(*), changes: collect({about: {thread: t.id}, set: set})[..$most]} AS repaired
