// How far the hours are summed up, and the hours of a range that were changed since.
// params: workspace, statsFrom, statsTo
// returns: statsState: {through: the end of the last hour that is summed up|null, late: [start of an hour], complete: whether no thread waits to be counted}
CALL () {
  MATCH (s:StatsRollup {workspace: $workspace})
  RETURN max(s.through) AS through
}
CALL (through) {
  MATCH (m:StatsLate {workspace: $workspace})
  USING INDEX m:StatsLate(workspace, id)
  WHERE m.id IS NOT NULL
  UNWIND m.hours AS hour
  WITH DISTINCT hour, through WHERE $statsFrom <= hour < $statsTo AND hour < through
  RETURN collect(hour) AS late
}
CALL (through) {
  OPTIONAL MATCH (t:Thread {workspace: $workspace, uncounted: true})
  USING INDEX t:Thread(workspace, uncounted)
  WITH t LIMIT 1
  RETURN t IS NULL AS complete
}
RETURN {through: through, late: late, complete: complete} AS statsState
