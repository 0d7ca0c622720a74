// A thread's parent, root, depth and relationship are those of its one CHILD_OF link; a root has none, and is its own root at depth 0.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL
OPTIONAL MATCH (t)-[link:CHILD_OF]->(parent)
WITH t, count(link) AS links, head(collect(link.by)) AS by, head(collect(parent)) AS parent
WITH {thread: t.id, parentId: t.parentId, parent: parent.id, rootId: t.rootId, depth: t.depth} AS about, CASE
  WHEN t.made IS NULL THEN 'has no place in the order of creation'
  WHEN t.parentId IS NULL AND links > 0 THEN 'has a CHILD_OF link but no parentId'
  WHEN t.parentId IS NULL AND t.relationshipToParent IS NOT NULL THEN 'has a relationship to a parent but no parentId'
  WHEN t.parentId IS NULL AND NOT coalesce(t.rootId = t.id, false) THEN 'is a root whose rootId is another'
  WHEN t.parentId IS NULL AND NOT coalesce(t.depth = 0, false) THEN 'is a root that is not at depth 0'
  WHEN t.parentId IS NULL THEN null
  WHEN links <> 1 THEN 'has no CHILD_OF link, or several'
  WHEN parent.id <> t.parentId THEN 'has another parentId than its CHILD_OF link leads to'
  WHEN NOT coalesce(t.relationshipToParent = by AND by IN ['FORK', 'SUBAGENT'], false) THEN 'has another relationship than its CHILD_OF link'
  WHEN NOT coalesce(t.rootId = parent.rootId, false) THEN 'has another rootId than its parent'
  WHEN NOT coalesce(t.depth = parent.depth + 1, false) THEN 'is not one level below its parent'
  WHEN NOT coalesce(t.made > parent.made, false) THEN 'was not made after its parent'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
