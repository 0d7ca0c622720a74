// A run has an ordinal, is in the one thread that it names, and ran on one provider thread of its provider that serves that thread.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
CALL (r) {
  MATCH (r)-[:IN]->(t)
  RETURN collect(t.id) AS threads
}
CALL (r) {
  MATCH (r)-[:RAN_ON]->(p)
  RETURN collect(p.id) AS on, head(collect(p.provider)) AS provider, head(collect([(p)-[:SERVES]->(t) | t.id])) AS served
}
WITH {run: r.id, threadId: r.threadId, threads: threads, providerThreads: on} AS about, CASE
  WHEN r.threadId IS NULL OR r.ordinal IS NULL THEN 'has no threadId or no ordinal'
  WHEN size(threads) <> 1 THEN 'is in no thread, or in several'
  WHEN threads[0] <> r.threadId THEN 'is in another thread than it names'
  WHEN size(on) <> 1 THEN 'ran on no provider thread, or on several'
  WHEN NOT coalesce(provider = r.provider, false) THEN 'ran on a provider thread of another provider'
  WHEN NOT coalesce(r.threadId IN served, false) THEN 'ran on a provider thread that serves another thread'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
