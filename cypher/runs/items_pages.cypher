// Pages of runs' turn items, in order, and how many there are in all.
// params: workspace, itemsPages: [{key, runId, after: index}], itemsPageFirst
// returns: itemsPages: [{key, total, items: as items.cypher gives them, at most one more than itemsPageFirst}]
UNWIND $itemsPages AS page
CALL (page) {
  MATCH (i:TurnItem {workspace: $workspace, runId: page.runId})
  USING INDEX i:TurnItem(workspace, runId, index)
  WHERE i.index > page.after
  WITH i, page ORDER BY i.index LIMIT $itemsPageFirst + 1
  RETURN collect(i {.*, createdAt: toString(i.createdAt)}) AS items
}
OPTIONAL MATCH (r:Run {workspace: $workspace, id: page.runId})
RETURN collect({key: page.key, total: coalesce(r.itemCount, 0), items: items}) AS itemsPages
