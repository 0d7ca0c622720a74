-- Handoffs of these ids, and those into provider threads of threads.
SELECT coalesce(json_agg(found), '[]') FROM (
  SELECT h.*, x."sourceThreadId" AS "transferSourceThreadId",
    (SELECT coalesce(json_agg(json_build_array(c.position, c."threadId", c."from", c."to")), '[]') FROM covers c
      WHERE c.workspace = $1->>'workspace' AND c."handoffId" = h.id) AS covers,
    (SELECT n.id FROM handoff n WHERE n.workspace = $1->>'workspace' AND n."supersedesId" = h.id LIMIT 1) AS "supersededById"
  FROM (
    SELECT id FROM jsonb_array_elements_text($1->'handoffIds') AS asked(id)
    UNION
    SELECT into_it.id FROM jsonb_array_elements_text($1->'handoffsOf') AS asked(id)
    JOIN provider_thread p ON p.workspace = $1->>'workspace' AND p."threadId" = asked.id
    JOIN handoff into_it ON into_it.workspace = p.workspace AND into_it."toProviderThreadId" = p.id
  ) AS wanted
  JOIN handoff h ON h.workspace = $1->>'workspace' AND h.id = wanted.id
  JOIN transfer x ON x.workspace = h.workspace AND x.id = h."transferId"
) AS found
