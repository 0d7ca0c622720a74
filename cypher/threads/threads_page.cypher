// A page of threads, newest first, and how many there are in all.
// params: workspace, pageAfter: [createdAt, id]|null, pageFirst, rootsOnly, provider|null, titleContains: in lower case|null
// returns: threadsPage: {total, threads: [Thread's properties], at most one more than pageFirst}
CALL () {
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, createdAt, id)
  WHERE t.createdAt IS NOT NULL AND t.id IS NOT NULL
    AND (NOT $rootsOnly OR t.depth = 0)
    AND ($titleContains IS NULL OR toLower(t.title) CONTAINS $titleContains)
    AND ($provider IS NULL OR EXISTS { (t)<-[:SERVES]-(p) WHERE p.provider = $provider })
    AND ($pageAfter IS NULL OR t.createdAt < $pageAfter[0] OR (t.createdAt = $pageAfter[0] AND t.id < $pageAfter[1]))
  WITH t ORDER BY t.createdAt DESC, t.id DESC LIMIT $pageFirst + 1
  RETURN collect(t {.*}) AS threads
}
CALL (threads) {
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, createdAt, id)
  WHERE t.createdAt IS NOT NULL AND t.id IS NOT NULL
    AND (NOT $rootsOnly OR t.depth = 0)
    AND ($titleContains IS NULL OR toLower(t.title) CONTAINS $titleContains)
    AND ($provider IS NULL OR EXISTS { (t)<-[:SERVES]-(p) WHERE p.provider = $provider })
  RETURN count(t) AS total
}
RETURN {total: total, threads: threads} AS threadsPage
