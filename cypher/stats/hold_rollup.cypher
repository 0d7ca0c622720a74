// Takes the lock of whoever sums hours up, and says how far they are and what was changed behind.
// params: workspace
// returns: rollup: {through: datetime|null, earliest: when the first thing happened|null, late: [{id, hours}]}
MERGE (s:StatsRollup {workspace: $workspace})
SET s.held = coalesce(s.held, 0) + 1
WITH s.through AS through
CALL (through) {
  CALL (through) {
    MATCH (r:Run {workspace: $workspace})
    USING INDEX r:Run(workspace, createdAt)
    WHERE r.createdAt >= coalesce(through, datetime('0001-01-01T00:00:00Z'))
    WITH r.createdAt AS at ORDER BY at LIMIT 1
    RETURN at
    UNION ALL
    MATCH (r:Run {workspace: $workspace})
    USING INDEX r:Run(workspace, finishedAt)
    WHERE r.finishedAt >= coalesce(through, datetime('0001-01-01T00:00:00Z'))
    WITH r.finishedAt AS at ORDER BY at LIMIT 1
    RETURN at
    UNION ALL
    MATCH (f:StatsFact {workspace: $workspace})
    USING INDEX f:StatsFact(workspace, at)
    WHERE f.at >= coalesce(through, datetime('0001-01-01T00:00:00Z'))
    WITH f.at AS at ORDER BY at LIMIT 1
    RETURN at
  }
  RETURN min(at) AS earliest
}
CALL (through) {
  MATCH (m:StatsLate {workspace: $workspace})
  USING INDEX m:StatsLate(workspace, id)
  WHERE m.id IS NOT NULL
  RETURN collect({id: m.id, hours: m.hours}) AS late
}
RETURN {through: through, earliest: earliest, late: late} AS rollup
