// What decides whether a compaction of a provider thread can be recorded through a run, its last one that is history where none is named.
// params: workspace, providerThreadId, throughRunId
// returns: compactionFacts: {threadVersion, lastRunId, runId: null when there is no such run, held: whether it ran there and is history, recorded: what is there for it}, or null
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: $providerThreadId})-[:SERVES]->(t)
CALL (p) {
  MATCH (p)<-[:RAN_ON]-(r)
  WHERE r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL
  WITH r ORDER BY r.ordinal DESC LIMIT 1
  RETURN collect(r) AS newest
}
OPTIONAL MATCH (named:Run {workspace: $workspace, id: $throughRunId})
WITH p, t, head(newest) AS last, named
WITH p, t, last, CASE WHEN $throughRunId IS NULL THEN last ELSE named END AS through
RETURN CASE WHEN p IS NULL THEN null ELSE {
  threadVersion: t.version,
  lastRunId: last.id,
  runId: through.id,
  held: through.begunVersion IS NOT NULL AND through.rolledBackVersion IS NULL AND EXISTS { (through)-[:RAN_ON]->(p) },
  recorded: head([(p)-[c:COMPACTED]->(through) | c {.summary, .tokensBefore, .tokensAfter}])
} END AS compactionFacts
