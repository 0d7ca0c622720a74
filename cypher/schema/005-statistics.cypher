// Makes what statistics and lists of threads start from an index seek, and marks what is there already to be counted (RollUp).
// params: none
// returns: nothing
CREATE CONSTRAINT stats_rollup IF NOT EXISTS FOR (n:StatsRollup) REQUIRE n.workspace IS UNIQUE;
CREATE CONSTRAINT stats_hour IF NOT EXISTS FOR (n:StatsHour) REQUIRE (n.workspace, n.start, n.provider, n.model) IS UNIQUE;
CREATE CONSTRAINT stats_late_id IF NOT EXISTS FOR (n:StatsLate) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE INDEX stats_fact_at IF NOT EXISTS FOR (n:StatsFact) ON (n.workspace, n.at);
CREATE INDEX stats_fact_thread IF NOT EXISTS FOR (n:StatsFact) ON (n.workspace, n.threadId);
CREATE INDEX run_created IF NOT EXISTS FOR (n:Run) ON (n.workspace, n.createdAt);
CREATE INDEX run_finished IF NOT EXISTS FOR (n:Run) ON (n.workspace, n.finishedAt);
CREATE INDEX thread_updated IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.updatedAt, n.id);
CREATE INDEX thread_runs IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.runCount, n.id);
CREATE INDEX thread_forks IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.forkCount, n.id);
CREATE INDEX thread_uncounted IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.uncounted);
CREATE INDEX provider_thread_may_be_stale IF NOT EXISTS FOR (n:ProviderThread) ON (n.workspace, n.mayBeStale, n.id);
MATCH (t:Thread)
WHERE t.runCount IS NULL
CALL (t) {
  SET t.uncounted = true, t.runCount = 0, t.forkCount = COUNT { (t)<-[:CHILD_OF {by: 'FORK'}]-() }
  WITH t
  CALL (t) {
    MATCH (r:Run {workspace: t.workspace, threadId: t.id})
    USING INDEX r:Run(workspace, threadId, ordinal)
    WHERE r.ordinal > 0
    WITH r ORDER BY r.ordinal DESC LIMIT 1
    WITH r.ordinal AS runs
    MATCH (t) SET t.runCount = runs
  }
  CALL (t) {
    MATCH (t)<-[:SERVES]-(p)
    SET p.mayBeStale = CASE
      WHEN t.relationshipToParent = 'FORK' OR p.status IN ['RESUME_FAILED', 'DIVERGENT', 'CLOSED']
        OR COUNT { (t)<-[:SERVES]-() } > 1 OR EXISTS { (p)-[:ADOPTED_BY|COMPACTED]->() } THEN true
    END
  }
} IN TRANSACTIONS OF 500 ROWS;
