// The ranges that one handoff covers, one transfer carries or one provider thread took along are of threads of its lineage tree, numbered in order from 0 where they have an order, and hold no run twice.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
CALL () {
  MATCH (n:ContextHandoff {workspace: $workspace})
  USING INDEX n:ContextHandoff(workspace, id)
  WHERE n.id IS NOT NULL
  OPTIONAL MATCH (home:Thread {workspace: $workspace, id: n.threadId})
  RETURN n, 'handoff' AS label, home.rootId AS rootId
  UNION ALL
  MATCH (n:ContextTransfer {workspace: $workspace})
  USING INDEX n:ContextTransfer(workspace, id)
  WHERE n.id IS NOT NULL
  RETURN n, 'transfer' AS label, head([(n)-[:TARGET]->(home) | home.rootId]) AS rootId
  UNION ALL
  MATCH (n:ProviderThread {workspace: $workspace})
  USING INDEX n:ProviderThread(workspace, id)
  WHERE n.id IS NOT NULL
  RETURN n, 'providerThread' AS label, head([(n)-[:SERVES]->(home) | home.rootId]) AS rootId
}
WITH n, label, rootId,
  COLLECT { MATCH (n)-[part:COVERS|CARRIES|INHERITS]->(t) RETURN [t.id, part.from, part.to] ORDER BY t.id, part.from } AS parts,
  COLLECT { MATCH (n)-[part:COVERS|CARRIES]->() RETURN part.position ORDER BY part.position } AS positions,
  COUNT { MATCH (n)-[:COVERS|CARRIES|INHERITS]->(t) WHERE NOT coalesce(t.rootId = rootId, false) } AS strangers
WITH {of: n.id, is: label, parts: parts[..10]} AS about, CASE
  WHEN strangers > 0 THEN 'has a range of a thread of another lineage tree'
  WHEN size(positions) > 0 AND positions <> range(0, size(positions) - 1) THEN 'has ranges that are not numbered one after another'
  WHEN any(place IN range(1, size(parts) - 1) WHERE parts[place][0] = parts[place - 1][0] AND parts[place][1] <= parts[place - 1][2]) THEN 'has ranges that hold the same run twice'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
