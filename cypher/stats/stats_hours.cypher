// What the sums of hours give for parts of time, by provider and model where that is asked for.
// params: workspace, statsHours: [[bucket, from, to]], byProvider, byModel
// returns: statsHours: [[bucket, provider, model, [sum of each figure], the longest summary]]
UNWIND $statsHours AS part
MATCH (s:StatsHour {workspace: $workspace})
USING INDEX s:StatsHour(workspace, start, provider, model)
WHERE part[1] <= s.start < part[2] AND s.provider IS NOT NULL AND s.model IS NOT NULL
WITH part[0] AS bucket, CASE WHEN $byProvider THEN s.provider END AS provider, CASE WHEN $byModel THEN s.model END AS model,
  s.figures AS figures, s.longest AS longest
WITH bucket, provider, model, max(longest) AS longest, [
    sum(figures[0]), sum(figures[1]), sum(figures[2]), sum(figures[3]), sum(figures[4]), sum(figures[5]),
    sum(figures[6]), sum(figures[7]), sum(figures[8]), sum(figures[9]), sum(figures[10]), sum(figures[11]),
    sum(figures[12]), sum(figures[13]), sum(figures[14]), sum(figures[15]), sum(figures[16]), sum(figures[17]),
    sum(figures[18]), sum(figures[19]), sum(figures[20]), sum(figures[21]), sum(figures[22]), sum(figures[23]),
    sum(figures[24]), sum(figures[25]), sum(figures[26]), sum(figures[27]), sum(figures[28]), sum(figures[29]),
    sum(figures[30]), sum(figures[31]), sum(figures[32]), sum(figures[33]), sum(figures[34]), sum(figures[35]),
    sum(figures[36]), sum(figures[37]), sum(figures[38]), sum(figures[39]), sum(figures[40]), sum(figures[41]),
    sum(figures[42]), sum(figures[43]), sum(figures[44]), sum(figures[45]), sum(figures[46])
  ] AS sums
RETURN collect([bucket, provider, model, sums, longest]) AS statsHours
