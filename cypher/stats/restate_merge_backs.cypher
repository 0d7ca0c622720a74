// Counts the merge-backs of forks by what their records say: a superseded one where it was made, as nothing says when that was.
// params: workspace, restated: [threadId]
// returns: nothing
UNWIND $restated AS id
MATCH (fork:Thread {workspace: $workspace, id: id})-[:FORKED_FROM]->(left)
MATCH (fork)<-[:SOURCE]-(x {type: 'MERGE_BACK'})
WITH fork, left, collect(x) AS merges, min(x.consumedAt) AS merged
CALL (fork, left, merged) {
  WITH fork, left, merged WHERE merged IS NOT NULL
  CREATE (:StatsFact {workspace: $workspace, threadId: fork.id, at: merged, figure: 'MERGED_FORK', provider: left.provider, model: left.model, count: 1})
}
UNWIND merges AS x
UNWIND CASE x.status WHEN 'SUPERSEDED' THEN ['MERGE_BACK', 'MERGE_BACK_SUPERSEDED'] ELSE ['MERGE_BACK'] END AS figure
CREATE (:StatsFact {workspace: $workspace, threadId: fork.id, at: x.createdAt, figure: figure, provider: left.provider, model: left.model, count: 1})
