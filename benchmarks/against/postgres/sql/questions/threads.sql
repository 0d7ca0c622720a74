-- Threads of these ids, children and ancestors of others.
WITH RECURSIVE above AS (
  SELECT asked.id AS "descendantId", t."parentId" AS id
  FROM jsonb_array_elements_text($1->'ancestorsOf') AS asked(id) JOIN thread t ON t.workspace = $1->>'workspace' AND t.id = asked.id
  UNION ALL
  SELECT above."descendantId", t."parentId" FROM above JOIN thread t ON t.workspace = $1->>'workspace' AND t.id = above.id
), wanted AS (
  SELECT id, NULL::text AS "descendantId" FROM jsonb_array_elements_text($1->'threadIds') AS asked(id)
  UNION ALL
  SELECT t.id, NULL FROM jsonb_array_elements_text($1->'childrenOf') AS asked(id)
  JOIN thread t ON t.workspace = $1->>'workspace' AND t."parentId" = asked.id
  UNION ALL
  SELECT id, "descendantId" FROM above WHERE id IS NOT NULL
)
SELECT coalesce(json_agg(found), '[]') FROM (
  SELECT t.*, grouped."descendantIds"
  FROM (SELECT id, array_remove(array_agg("descendantId"), NULL) AS "descendantIds" FROM wanted GROUP BY id) AS grouped
  JOIN thread t ON t.workspace = $1->>'workspace' AND t.id = grouped.id
) AS found
