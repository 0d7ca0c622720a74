// A provider thread serves one thread; one that was forked natively or adopts another serves a fork that left at a run of that one, of the same provider, and one is adopted once.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (p:ProviderThread {workspace: $workspace})
USING INDEX p:ProviderThread(workspace, id)
WHERE p.id IS NOT NULL
CALL (p) {
  MATCH (p)-[:SERVES]->(t)
  RETURN collect(t.id) AS served, head(collect(t)) AS t
}
CALL (p) {
  CALL (p) {
    MATCH (p)-[:NATIVE_FORK_OF]->(origin)
    RETURN origin, false AS adopted
    UNION ALL
    MATCH (p)<-[:ADOPTED_BY]-(origin)
    RETURN origin, true AS adopted
  }
  RETURN count(*) AS origins, head(collect(origin)) AS origin, head(collect(adopted)) AS adopted
}
OPTIONAL MATCH (maker:Run {workspace: $workspace, id: p.madeForRunId})
WITH {providerThread: p.id, threads: served, origin: origin.id} AS about, CASE
  WHEN size(served) <> 1 THEN 'serves no thread, or several'
  WHEN NOT coalesce(1 <= p.madeVersion <= t.version, false) THEN 'was made at a version that its thread never had'
  WHEN p.madeForRunId IS NOT NULL AND NOT coalesce(maker.threadId = served[0], false) THEN 'was made for a run that is not there, or is of another thread'
  WHEN COUNT { (p)-[:ADOPTED_BY]->() } > 1 THEN 'was adopted more than once'
  WHEN origins > 1 THEN 'came from several provider threads'
  WHEN origins = 1 AND origin.provider <> p.provider THEN 'came from a provider thread of another provider'
  WHEN origins = 1 AND NOT EXISTS { (t)-[:FORKED_FROM]->()-[:RAN_ON]->(origin) } THEN 'came from a provider thread that its thread was not forked from'
  WHEN adopted AND NOT EXISTS { MATCH (origin)-[:SERVES]->(child) WHERE child.relationshipToParent = 'SUBAGENT' } THEN 'adopted a provider thread that served no subagent\'s thread'
  WHEN origins = 0 AND NOT p.status IN ['RESUME_FAILED', 'CLOSED'] AND EXISTS { (p)-[:INHERITS]->() } THEN 'took something along, but came from no provider thread'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
