// The workspaces whose hours are summed up.
// params: none
// returns: rolledUp: [workspace]
MATCH (s:StatsRollup)
USING INDEX s:StatsRollup(workspace)
WHERE s.workspace IS NOT NULL
RETURN collect(s.workspace) AS rolledUp
