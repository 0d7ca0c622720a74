// Makes runs count the turn items that they have, and items name the run that has them.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
CALL () {
  MATCH (i:TurnItem {workspace: $workspace})
  USING INDEX i:TurnItem(workspace, id)
  WHERE i.id IS NOT NULL
  MATCH (i)<-[:HAS_ITEM]-(r)
  WITH i, collect(r.id) AS runs
  WHERE size(runs) = 1 AND NOT coalesce(i.runId = runs[0], false)
  SET i.runId = runs[0]
  RETURN {item: i.id} AS about, {runId: runs[0]} AS set
  UNION ALL
  MATCH (r:Run {workspace: $workspace})
  USING INDEX r:Run(workspace, id)
  WHERE r.id IS NOT NULL
  CALL (r) {
    MATCH (r)-[:HAS_ITEM]->(i)
    RETURN count(i) AS items, count(DISTINCT i.index) AS places, coalesce(max(i.index) + 1, 0) AS next
  }
  WITH r, items
  WHERE items = places AND items = next AND NOT coalesce(r.itemCount = items, false)
  SET r.itemCount = items
  RETURN {run: r.id} AS about, {itemCount: items} AS set
}
RETURN {total: count(*), changes: collect({about: about, set: set})[..$most]} AS repaired
