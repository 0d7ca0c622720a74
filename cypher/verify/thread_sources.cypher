// A fork left its parent at one run of the parent's history as it was then, a subagent's thread was spawned by one begun run of its parent, a root has neither.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL
OPTIONAL MATCH (t)-[left:FORKED_FROM|SPAWNED_BY]->(s)
WITH t, count(left) AS links, head(collect(type(left))) AS kind, head(collect(left.sourceVersion)) AS version, head(collect(s)) AS s
OPTIONAL MATCH (parent:Thread {workspace: $workspace, id: t.parentId})
CALL (t, parent, s, version) {
  CALL (t, parent, s) {
    WITH t, parent, s WHERE s.threadId = t.parentId
    RETURN parent AS owner, [] AS between
    UNION ALL
    WITH t, parent, s WHERE s.threadId <> t.parentId
    MATCH path = (parent)-[:CHILD_OF* 1.. {by: 'FORK'}]->(owner)
    WHERE owner.id = s.threadId
    RETURN owner, nodes(path)[..-1] AS between
  }
  // Each fork on the way down from the thread that the run is in has kept it, and the first of them says which version of that thread it saw.
  CALL (s, owner, between) {
    UNWIND between AS child
    MATCH (child)-[:FORKED_FROM]->(at)-[:IN]->(on)
    WHERE on.depth > owner.depth OR (on = owner AND at.ordinal >= s.ordinal)
    RETURN count(child) AS kept
  }
  WITH s, version, kept = size(between) AS kept, last(between) AS first
  OPTIONAL MATCH (first)-[departure:FORKED_FROM]->()
  WITH s, kept, CASE WHEN first IS NULL THEN version ELSE departure.sourceVersion END AS seen
  RETURN head(collect(kept AND s.begunVersion <= seen AND (s.rolledBackVersion IS NULL OR s.rolledBackVersion > seen))) AS inHistory
}
WITH {thread: t.id, parent: t.parentId, sourceRun: s.id, sourceVersion: version} AS about, CASE
  WHEN t.relationshipToParent IS NULL AND links > 0 THEN 'is a root that left another thread at a run'
  WHEN t.relationshipToParent IS NULL THEN null
  WHEN links <> 1 THEN 'has no run that it was forked from or spawned by, or several'
  WHEN t.relationshipToParent = 'FORK' AND kind <> 'FORKED_FROM' THEN 'is a fork without FORKED_FROM'
  WHEN t.relationshipToParent = 'SUBAGENT' AND kind <> 'SPAWNED_BY' THEN 'is a subagent\'s thread without SPAWNED_BY'
  WHEN kind = 'SPAWNED_BY' AND NOT coalesce(s.threadId = t.parentId AND s.begunVersion IS NOT NULL, false) THEN 'was spawned by a run that is none of its parent\'s or never began'
  WHEN kind = 'FORKED_FROM' AND NOT coalesce(1 <= version <= parent.version, false) THEN 'was forked at a version that its parent never had'
  WHEN kind = 'FORKED_FROM' AND NOT coalesce(inHistory, false) THEN 'was forked at a run that was not in its parent\'s history then'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
