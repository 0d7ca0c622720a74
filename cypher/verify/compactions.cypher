// A compaction of a provider thread is through a run that began there, once for each run, and was recorded at a version of its thread in which that run had begun.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (p:ProviderThread {workspace: $workspace})
USING INDEX p:ProviderThread(workspace, id)
WHERE p.id IS NOT NULL
MATCH (p)-[c:COMPACTED]->(r)
OPTIONAL MATCH (p)-[:SERVES]->(t)
WITH {providerThread: p.id, run: r.id} AS about, CASE
  WHEN NOT EXISTS { (r)-[:RAN_ON]->(p) } THEN 'is through a run that did not run on the provider thread'
  WHEN r.begunVersion IS NULL THEN 'is through a run that never began'
  WHEN COUNT { (p)-[:COMPACTED]->(r) } > 1 THEN 'is recorded more than once through a run'
  WHEN NOT coalesce(r.begunVersion <= c.version <= t.version, false) THEN 'was recorded before its run began, or at a version that the thread never had'
  WHEN NOT coalesce(c.made > p.made, false) THEN 'has no place in the order of creation after its provider thread'
  WHEN c.at IS NULL THEN 'has no time'
  WHEN c.tokensBefore < 0 OR c.tokensAfter < 0 THEN 'has a negative count of tokens'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
