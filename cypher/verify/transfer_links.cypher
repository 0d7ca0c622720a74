// A transfer goes from one thread to one thread that stand to each other as its type says; a fork and a subagent's thread have the one transfer that made them.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
CALL () {
  MATCH (x:ContextTransfer {workspace: $workspace})
  USING INDEX x:ContextTransfer(workspace, id)
  WHERE x.id IS NOT NULL
  CALL (x) {
    MATCH (x)-[:SOURCE]->(source)
    RETURN count(source) AS sources, head(collect(source)) AS source
  }
  CALL (x) {
    MATCH (x)-[:TARGET]->(target)
    RETURN count(target) AS targets, head(collect(target)) AS target
  }
  RETURN {transfer: x.id, type: x.type, source: source.id, target: target.id} AS about, CASE
    WHEN sources <> 1 OR targets <> 1 THEN 'goes not from one thread to one thread'
    WHEN x.type = 'FORK' THEN CASE WHEN target.relationshipToParent = 'FORK' AND target.parentId = source.id THEN null ELSE 'leads to no fork of its source' END
    WHEN x.type = 'SUBAGENT_SPAWN' THEN CASE WHEN target.relationshipToParent = 'SUBAGENT' AND target.parentId = source.id THEN null ELSE 'leads to no subagent of its source' END
    WHEN x.type = 'SUBAGENT_RESULT' THEN CASE WHEN source.relationshipToParent = 'SUBAGENT' AND source.parentId = target.id THEN null ELSE 'comes from no subagent of its target' END
    WHEN x.type = 'MERGE_BACK' THEN CASE WHEN EXISTS { (source)-[:CHILD_OF* 1.. {by: 'FORK'}]->(target) } THEN null ELSE 'comes from no fork of its target' END
    WHEN x.type = 'PROVIDER_HANDOFF' THEN CASE WHEN source = target THEN null ELSE 'hands over between providers of different threads' END
    ELSE 'has no known type'
  END AS wrong
  UNION ALL
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, id)
  WHERE t.id IS NOT NULL
  CALL (t) {
    MATCH (t)<-[:TARGET]-(x)
    RETURN count(CASE WHEN x.type = 'FORK' THEN 1 END) AS forks, count(CASE WHEN x.type = 'SUBAGENT_SPAWN' THEN 1 END) AS spawns
  }
  RETURN {thread: t.id, forkTransfers: forks, spawnTransfers: spawns} AS about, CASE
    WHEN forks <> CASE WHEN t.relationshipToParent = 'FORK' THEN 1 ELSE 0 END THEN 'has not the one fork transfer of a fork, or has one without being a fork'
    WHEN spawns <> CASE WHEN t.relationshipToParent = 'SUBAGENT' THEN 1 ELSE 0 END THEN 'has not the one spawn transfer of a subagent, or has one without being a subagent'
  END AS wrong
}
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
