// The turn items of a run are as many as it counts, numbered from 0 without a gap; an item is of the one run that it names.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
CALL () {
  MATCH (r:Run {workspace: $workspace})
  USING INDEX r:Run(workspace, id)
  WHERE r.id IS NOT NULL
  CALL (r) {
    MATCH (r)-[:HAS_ITEM]->(i)
    RETURN count(i) AS items, count(DISTINCT i.index) AS places, coalesce(max(i.index) + 1, 0) AS next
  }
  RETURN {run: r.id, thread: r.threadId, itemCount: r.itemCount, items: items} AS about, CASE
    WHEN NOT coalesce(r.itemCount = items, false) THEN 'counts other items than it has'
    WHEN places <> items OR next <> items THEN 'has items that are not numbered one after another'
  END AS wrong
  UNION ALL
  MATCH (i:TurnItem {workspace: $workspace})
  USING INDEX i:TurnItem(workspace, id)
  WHERE i.id IS NOT NULL
  OPTIONAL MATCH (i)<-[:HAS_ITEM]-(r)
  WITH i, collect(r.id) AS runs
  RETURN {item: i.id, runId: i.runId, runs: runs} AS about, CASE WHEN NOT coalesce(runs = [i.runId], false) THEN 'is not of the one run that it names' END AS wrong
}
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
