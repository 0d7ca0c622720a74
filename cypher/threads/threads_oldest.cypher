// A page of threads, oldest first.
// params: workspace, pageAfter: [createdAt, id]|null, pageFirst, rootsOnly, provider|null, titleContains: in lower case|null
// returns: threadsPage: [Thread's properties, times as text], at most one more than pageFirst
CALL () {
  WITH 1 AS first WHERE $pageAfter IS NULL
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, createdAt, id)
  WHERE t.createdAt IS NOT NULL AND t.id IS NOT NULL
    AND (NOT $rootsOnly OR t.depth = 0)
    AND ($titleContains IS NULL OR toLower(t.title) CONTAINS $titleContains)
    AND ($provider IS NULL OR EXISTS { (t)<-[:SERVES]-(p) WHERE p.provider = $provider })
  WITH t ORDER BY t.createdAt, t.id LIMIT $pageFirst + 1
  RETURN t
  UNION ALL
  WITH $pageAfter AS place WHERE place IS NOT NULL
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, createdAt, id)
  WHERE t.createdAt >= place[0] AND t.id IS NOT NULL AND (t.createdAt <> place[0] OR t.id > place[1])
    AND (NOT $rootsOnly OR t.depth = 0)
    AND ($titleContains IS NULL OR toLower(t.title) CONTAINS $titleContains)
    AND ($provider IS NULL OR EXISTS { (t)<-[:SERVES]-(p) WHERE p.provider = $provider })
  WITH t ORDER BY t.createdAt, t.id LIMIT $pageFirst + 1
  RETURN t
}
RETURN collect(t {.*, createdAt: toString(t.createdAt), updatedAt: toString(t.updatedAt), redactedAt: toString(t.redactedAt)}) AS threadsPage
