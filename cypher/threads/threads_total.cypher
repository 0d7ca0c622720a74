// How many threads there are, as far as that is asked for.
// params: workspace, totalWanted, rootsOnly, provider|null, titleContains: in lower case|null
// returns: threadsTotal: a count
CALL () {
  WITH 1 AS all WHERE $totalWanted AND NOT $rootsOnly AND $titleContains IS NULL AND $provider IS NULL
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, id)
  WHERE t.id IS NOT NULL
  RETURN count(t) AS found
  UNION ALL
  WITH 1 AS some WHERE $totalWanted AND ($rootsOnly OR $titleContains IS NOT NULL OR $provider IS NOT NULL)
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, id)
  WHERE t.id IS NOT NULL
    AND (NOT $rootsOnly OR t.depth = 0)
    AND ($titleContains IS NULL OR toLower(t.title) CONTAINS $titleContains)
    AND ($provider IS NULL OR EXISTS { (t)<-[:SERVES]-(p) WHERE p.provider = $provider })
  RETURN count(t) AS found
}
RETURN sum(found) AS threadsTotal
