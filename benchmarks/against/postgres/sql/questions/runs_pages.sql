-- Pages of threads' own runs, oldest first, and how many there are in all.
SELECT coalesce(json_agg(json_build_object('key', (page->>'key')::bigint, 'total', counted.total, 'runs', paged.rows)), '[]')
FROM jsonb_array_elements($1->'runsPages') AS page
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(found), '[]') AS rows FROM (
    SELECT r.*, (SELECT coalesce(json_agg(json_build_array(h.position, h.id)), '[]') FROM handoff h WHERE h.workspace = r.workspace AND h."runId" = r.id) AS handoffs,
      (SELECT coalesce(json_agg(json_build_array(u.index, u."nativeTurnRef")), '[]') FROM provider_turn u WHERE u.workspace = r.workspace AND u."runId" = r.id) AS turns,
      (SELECT k.id FROM checkpoint k WHERE k.workspace = r.workspace AND k."runId" = r.id) AS "checkpointId"
    FROM run r
    WHERE r.workspace = $1->>'workspace' AND r."threadId" = page->>'threadId' AND r.ordinal > (page->>'after')::bigint
      AND ((page->>'rolledBack')::boolean OR r."rolledBackVersion" IS NULL)
    ORDER BY r.ordinal LIMIT ($1->>'runsPageFirst')::bigint + 1
  ) AS found
) AS paged
CROSS JOIN LATERAL (
  SELECT count(*) AS total FROM run r
  WHERE r.workspace = $1->>'workspace' AND r."threadId" = page->>'threadId' AND ((page->>'rolledBack')::boolean OR r."rolledBackVersion" IS NULL)
) AS counted
