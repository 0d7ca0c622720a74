-- Transfers of these ids, and those from or to threads.
SELECT coalesce(json_agg(x), '[]') FROM (
  SELECT id FROM jsonb_array_elements_text($1->'transferIds') AS asked(id)
  UNION
  SELECT y.id FROM jsonb_array_elements_text($1->'transfersOf') AS asked(id)
  JOIN transfer y ON y.workspace = $1->>'workspace' AND (y."sourceThreadId" = asked.id OR y."targetThreadId" = asked.id)
) AS wanted
JOIN transfer x ON x.workspace = $1->>'workspace' AND x.id = wanted.id
