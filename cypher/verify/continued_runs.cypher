// A begun run continues natively the last run before it that was history on its provider thread, or one after that; else the source run of a native fork or adoption; else none.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
CALL (r) {
  OPTIONAL MATCH (r)-[:CONTINUES]->(c)
  RETURN count(c) AS links, head(collect(c)) AS c
}
CALL (r) {
  OPTIONAL MATCH (r)-[:RAN_ON]->(p)
  RETURN head(collect(p)) AS p
}
CALL (p) {
  OPTIONAL MATCH (p)-[:SERVES]->()-[:FORKED_FROM]->(s)
  WHERE EXISTS { (p)-[:NATIVE_FORK_OF]->() } OR EXISTS { (p)<-[:ADOPTED_BY]-() }
  RETURN head(collect(s)) AS source
}
WITH r, links, c, p, source, r.threadId AS threadId, CASE WHEN c.threadId = r.threadId THEN c.ordinal END AS after, r.ordinal AS upTo
CALL (r, p, threadId, after, upTo) {
  CALL (p, threadId, after, upTo) {
    MATCH (skipped:Run {workspace: $workspace, threadId: threadId})
    USING INDEX skipped:Run(workspace, threadId, ordinal)
    WHERE skipped.ordinal > after AND skipped.ordinal < upTo AND EXISTS { (skipped)-[:RAN_ON]->(p) }
    RETURN skipped
    UNION ALL
    WITH p, after, upTo WHERE after IS NULL
    MATCH (p)<-[:RAN_ON]-(skipped)
    WHERE skipped.ordinal < upTo
    RETURN skipped
  }
  WITH r, skipped
  WHERE skipped.begunVersion IS NOT NULL AND (skipped.rolledBackVersion IS NULL OR skipped.rolledBackVersion > r.begunVersion)
  RETURN max(skipped.ordinal) AS skipped
}
WITH {run: r.id, thread: r.threadId, continues: c.id, providerThread: p.id, skippedOrdinal: skipped} AS about, CASE
  WHEN links > 1 THEN 'continues several runs'
  WHEN r.begunVersion IS NULL AND links > 0 THEN 'never began and continues a run'
  WHEN r.begunVersion IS NULL THEN null
  WHEN links = 1 AND c.begunVersion IS NULL THEN 'continues a run that never began'
  WHEN c.threadId = r.threadId AND NOT coalesce(c.ordinal < r.ordinal, false) THEN 'continues a run that came later'
  WHEN c.threadId = r.threadId AND NOT EXISTS { (c)-[:RAN_ON]->(p) } THEN 'continues a run of another provider thread'
  WHEN skipped IS NOT NULL THEN 'skips a run that was there to continue'
  WHEN c.threadId <> r.threadId AND NOT coalesce(c = source, false) THEN 'continues a run of another thread that its provider thread was not forked at'
  WHEN links = 0 AND source IS NOT NULL THEN 'does not continue the run that its provider thread was forked at'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
