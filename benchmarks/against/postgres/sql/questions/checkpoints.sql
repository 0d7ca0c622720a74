-- Checkpoints of these ids, and those of threads.
SELECT coalesce(json_agg(found), '[]') FROM (
  SELECT k.*, r."threadId", r.ordinal
  FROM (
    SELECT id FROM jsonb_array_elements_text($1->'checkpointIds') AS asked(id)
    UNION
    SELECT k.id FROM jsonb_array_elements_text($1->'checkpointsOf') AS asked(id)
    JOIN run r ON r.workspace = $1->>'workspace' AND r."threadId" = asked.id
    JOIN checkpoint k ON k.workspace = r.workspace AND k."runId" = r.id
  ) AS wanted
  JOIN checkpoint k ON k.workspace = $1->>'workspace' AND k.id = wanted.id
  JOIN run r ON r.workspace = k.workspace AND r.id = k."runId"
) AS found
