// A page of the texts that a full-text query finds in a workspace, those that fit it best first, of equal ones the newest.
// params: workspace, searchText: Lucene's, searchThreadId|null, searchRootId|null, searchAfter: [score, createdAt, label, id]|null, searchFirst, searchWithTexts
// returns: searchPage: [{place, label, id, score, createdAt, threadId, runId, rolledBack, text}], at most one more than searchFirst
CALL () {
  WITH $searchAfter AS after WHERE after IS NOT NULL
  CALL db.index.fulltext.queryNodes('searched_texts', $searchText) YIELD node, score
  WHERE node.id = after[3] AND node.workspace = $workspace AND after[2] IN labels(node)
  WITH node, score LIMIT 1
  RETURN head(collect([score, node.createdAt, $searchAfter[2], node.id])) AS found
}
WITH coalesce(found, $searchAfter) AS after
CALL db.index.fulltext.queryNodes('searched_texts', $searchText) YIELD node AS n, score
WHERE n.workspace = $workspace AND score > 0
WITH after, n, score,
  CASE WHEN n:Thread THEN 'Thread' WHEN n:Run THEN 'Run' WHEN n:TurnItem THEN 'TurnItem' ELSE 'ContextHandoff' END AS label
WHERE after IS NULL OR score < after[0] OR (score = after[0] AND (
  n.createdAt < after[1] OR (n.createdAt = after[1] AND (label > after[2] OR (label = after[2] AND n.id > after[3])))
))
WITH n, score, label
WHERE ($searchThreadId IS NULL AND $searchRootId IS NULL) OR EXISTS {
  MATCH (t:Thread {
    workspace: $workspace,
    id: coalesce(CASE WHEN label = 'Thread' THEN n.id ELSE n.threadId END, head([(n)<-[:HAS_ITEM]-(of) | of.threadId]))
  })
  WHERE ($searchThreadId IS NULL OR t.id = $searchThreadId) AND ($searchRootId IS NULL OR t.rootId = $searchRootId)
}
WITH n, score, label ORDER BY score DESC, n.createdAt DESC, label, n.id LIMIT $searchFirst + 1
WITH collect([n, score, label]) AS hits
UNWIND range(0, size(hits) - 1) AS place
WITH place, hits[place][0] AS n, hits[place][1] AS score, hits[place][2] AS label
OPTIONAL MATCH (r:Run {workspace: $workspace, id: CASE label WHEN 'Run' THEN n.id WHEN 'TurnItem' THEN n.runId ELSE n.targetRunId END})
RETURN collect({
  place: place,
  label: label,
  id: n.id,
  score: score,
  createdAt: n.createdAt,
  threadId: CASE label WHEN 'Thread' THEN n.id WHEN 'TurnItem' THEN r.threadId ELSE n.threadId END,
  runId: r.id,
  rolledBack: r.rolledBackVersion IS NOT NULL,
  text: CASE WHEN $searchWithTexts THEN CASE label WHEN 'Thread' THEN n.title WHEN 'Run' THEN n.message WHEN 'TurnItem' THEN n.text ELSE n.summaryText END END
}) AS searchPage
