// Writes the sums of hours in the place of those that are there, and how far hours are summed up now.
// params: workspace, hours: [start of an hour], hourRows: [{start, provider, model, figures, longest}], through, seen: [id of a mark]
// returns: nothing
CALL () {
  UNWIND $hourRows AS row
  MERGE (s:StatsHour {workspace: $workspace, start: row.start, provider: row.provider, model: row.model})
  SET s.figures = row.figures, s.longest = row.longest
}
CALL () {
  UNWIND $hours AS start
  MATCH (s:StatsHour {workspace: $workspace, start: start})
  USING INDEX s:StatsHour(workspace, start, provider, model)
  WHERE s.provider IS NOT NULL AND s.model IS NOT NULL
    AND NOT [s.start, s.provider, s.model] IN [row IN $hourRows WHERE row.start = start | [row.start, row.provider, row.model]]
  DELETE s
}
CALL () {
  UNWIND $seen AS id
  MATCH (m:StatsLate {workspace: $workspace, id: id})
  DELETE m
}
MATCH (s:StatsRollup {workspace: $workspace})
SET s.through = $through
