// What the recorded facts themselves give for parts of time: runs by when they started and ended, everything else by when it happened.
// params: workspace, statsLive: [[key, from, to]], sizeBounds: [characters]
// returns: statsFacts: [[key, figure, detail, provider, model, which size, count, characters, longest]]
CALL () {
  UNWIND $statsLive AS part
  MATCH (r:Run {workspace: $workspace})
  USING INDEX r:Run(workspace, createdAt)
  WHERE part[1] <= r.createdAt < part[2]
  RETURN part[0] AS key, 'RUN_STARTED' AS figure, null AS detail, r.provider AS provider, r.model AS model, null AS sized,
    count(*) AS counted, null AS characters, null AS longest
  UNION ALL
  UNWIND $statsLive AS part
  MATCH (r:Run {workspace: $workspace})
  USING INDEX r:Run(workspace, finishedAt)
  WHERE part[1] <= r.finishedAt < part[2]
  RETURN part[0] AS key, 'RUN_' + r.endedAs AS figure, CASE WHEN r.begunVersion IS NULL THEN 'NEVER_BEGAN' END AS detail,
    r.provider AS provider, r.model AS model, null AS sized, count(*) AS counted, null AS characters, null AS longest
  UNION ALL
  UNWIND $statsLive AS part
  MATCH (f:StatsFact {workspace: $workspace})
  USING INDEX f:StatsFact(workspace, at)
  WHERE part[1] <= f.at < part[2]
  RETURN part[0] AS key, f.figure AS figure, f.strategy AS detail, f.provider AS provider, f.model AS model,
    CASE WHEN f.characters IS NOT NULL THEN size([bound IN $sizeBounds WHERE bound < f.characters]) END AS sized,
    sum(f.count) AS counted, sum(f.characters) AS characters, max(f.characters) AS longest
}
RETURN collect([key, figure, detail, provider, model, sized, counted, characters, longest]) AS statsFacts
