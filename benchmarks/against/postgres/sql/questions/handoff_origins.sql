-- The provider threads of the runs that handoffs cover, in the order of what they cover.
SELECT coalesce(json_agg(json_build_array(asked.id, origins.found)), '[]')
FROM jsonb_array_elements_text($1->'originsOf') AS asked(id)
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(origin ORDER BY first), '[]') AS found FROM (
    SELECT r."providerThreadId" AS origin, min(array[c.position, r.ordinal]) AS first
    FROM covers c JOIN run r ON r.workspace = c.workspace AND r."threadId" = c."threadId" AND r.ordinal BETWEEN c."from" AND c."to"
    WHERE c.workspace = $1->>'workspace' AND c."handoffId" = asked.id GROUP BY 1
  ) AS grouped
) AS origins
