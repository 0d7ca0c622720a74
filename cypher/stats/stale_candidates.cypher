// The next provider threads that something happened to by which they can have become stale, by their ids.
// params: workspace, candidatesAfter: id|null, candidatesFirst, provider|null
// returns: candidates: [[id, threadId, runs: that many have been started in the threads of its line]]
MATCH (p:ProviderThread {workspace: $workspace, mayBeStale: true})
USING INDEX p:ProviderThread(workspace, mayBeStale, id)
WHERE p.id > coalesce($candidatesAfter, '') AND ($provider IS NULL OR p.provider = $provider)
WITH p ORDER BY p.id LIMIT $candidatesFirst
MATCH (p)-[:SERVES]->(t)
CALL (t) {
  MATCH (t)-[:CHILD_OF* 0.. {by: 'FORK'}]->(a)
  RETURN sum(a.runCount) AS runs
}
WITH p, t, runs ORDER BY p.id
RETURN collect([p.id, t.id, runs]) AS candidates
