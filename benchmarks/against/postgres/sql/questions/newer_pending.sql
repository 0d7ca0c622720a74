-- Newer transfers that wait in the place of those that a run took up.
SELECT coalesce(json_agg(x.id), '[]') FROM transfer x
WHERE x.workspace = $1->>'workspace' AND x."takenUpByRunId" = $1->>'runId' AND x.type IN ('MERGE_BACK', 'SUBAGENT_RESULT') AND EXISTS (
  SELECT FROM transfer y WHERE y.workspace = x.workspace AND y."sourceThreadId" = x."sourceThreadId" AND y."targetThreadId" = x."targetThreadId"
    AND y.type = x.type AND y.status = 'PENDING' AND y.made > x.made
)
