// Of the merge-backs, and of the subagent's results, from one thread to another at most one is pending.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (x:ContextTransfer {workspace: $workspace})
USING INDEX x:ContextTransfer(workspace, id)
WHERE x.id IS NOT NULL AND x.type IN ['MERGE_BACK', 'SUBAGENT_RESULT']
MATCH (source)<-[:SOURCE]-(x)-[:TARGET]->(target)
WITH source, target, x.type AS type, collect(CASE WHEN x.status = 'PENDING' THEN x.id END) AS pending
WITH {type: type, source: source.id, target: target.id, pending: pending} AS about,
  CASE WHEN size(pending) > 1 THEN 'has several pending transfers of one type and pair' END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
