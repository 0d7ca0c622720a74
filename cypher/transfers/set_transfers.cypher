// Changes properties of context transfers, and counts merge-backs that were superseded and forks that were merged for the first time.
// params: workspace, setTransfers: [{id, set, at}]
// returns: nothing
UNWIND $setTransfers AS row
MATCH (x:ContextTransfer {workspace: $workspace, id: row.id})
WITH x, row, x.status AS before
SET x += row.set
WITH x, row, before
WHERE x.type = 'MERGE_BACK' AND x.status <> before AND x.status IN ['CONSUMED', 'SUPERSEDED']
MATCH (x)-[:SOURCE]->(fork)-[:FORKED_FROM]->(left)
WHERE x.status = 'SUPERSEDED' OR NOT EXISTS { (fork)<-[:SOURCE]-(other {type: 'MERGE_BACK', status: 'CONSUMED'}) WHERE other <> x }
CREATE (:StatsFact {workspace: $workspace, threadId: fork.id, at: row.at, figure: CASE x.status WHEN 'CONSUMED' THEN 'MERGED_FORK' ELSE 'MERGE_BACK_SUPERSEDED' END, provider: left.provider, model: left.model, count: 1})
