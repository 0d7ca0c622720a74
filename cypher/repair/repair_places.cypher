// Makes threads' parents and relationships those of their one CHILD_OF link; makes the link where it is lost and its thread still names its parent.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL
OPTIONAL MATCH (t)-[link:CHILD_OF]->(parent)
WITH t, count(link) AS links, head(collect(link.by)) AS by, head(collect(parent)) AS parent
OPTIONAL MATCH (named:Thread {workspace: $workspace, id: t.parentId})
WITH t, links, by, coalesce(parent, named) AS parent
WITH t, links, parent, CASE
  WHEN links = 1 AND by IN ['FORK', 'SUBAGENT'] THEN by
  WHEN links = 0 AND parent IS NOT NULL AND t.relationshipToParent IN ['FORK', 'SUBAGENT'] THEN t.relationshipToParent
END AS by
WITH t, links, parent, by, CASE
  WHEN by IS NOT NULL THEN {parentId: parent.id, relationshipToParent: by}
  WHEN links = 0 AND t.parentId IS NULL AND t.relationshipToParent IS NOT NULL AND NOT EXISTS { (t)-[:FORKED_FROM|SPAWNED_BY]->() } THEN {relationshipToParent: null}
END AS set
WHERE set IS NOT NULL AND (
  (by IS NOT NULL AND (links = 0 OR NOT coalesce(t.parentId = parent.id AND t.relationshipToParent = by, false))) OR by IS NULL
)
FOREACH (_ IN CASE WHEN by IS NOT NULL AND links = 0 THEN [1] ELSE [] END | MERGE (t)-[link:CHILD_OF]->(parent) SET link.by = by)
SET t += set
RETURN {total: count(*), changes: collect({about: {thread: t.id}, set: set})[..$most]} AS repaired
