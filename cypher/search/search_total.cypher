// How many texts a full-text query finds in a workspace.
// params: workspace, searchText: Lucene's, searchThreadId|null, searchRootId|null
// returns: searchTotal
CALL db.index.fulltext.queryNodes('searched_texts', $searchText) YIELD node AS n, score
WHERE n.workspace = $workspace AND score > 0 AND (($searchThreadId IS NULL AND $searchRootId IS NULL) OR EXISTS {
  MATCH (t:Thread {
    workspace: $workspace,
    id: coalesce(CASE WHEN n:Thread THEN n.id ELSE n.threadId END, head([(n)<-[:HAS_ITEM]-(of) | of.threadId]))
  })
  WHERE ($searchThreadId IS NULL OR t.id = $searchThreadId) AND ($searchRootId IS NULL OR t.rootId = $searchRootId)
})
RETURN count(n) AS searchTotal
