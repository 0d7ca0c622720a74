-- The threads below a thread, itself first, by depth and then by creation, from a place on, and how many there are in all.
WITH RECURSIVE top AS (
  SELECT id, depth FROM thread WHERE workspace = $1->>'workspace' AND id = $1->>'treeThreadId'
), below AS (
  SELECT id, depth, made FROM thread WHERE workspace = $1->>'workspace' AND id = $1->>'treeThreadId'
  UNION ALL
  SELECT t.id, t.depth, t.made FROM below JOIN thread t ON t.workspace = $1->>'workspace' AND t."parentId" = below.id
  WHERE $1->>'treeMaxDepth' IS NULL OR t.depth <= (SELECT depth FROM top) + ($1->>'treeMaxDepth')::bigint
), page AS (
  SELECT * FROM below
  WHERE jsonb_typeof($1->'treeAfter') IS DISTINCT FROM 'array'
    OR (depth, made) > (($1->'treeAfter'->>0)::bigint, ($1->'treeAfter'->>1)::bigint)
  ORDER BY depth, made LIMIT ($1->>'treeFirst')::bigint
)
SELECT json_build_object('depth', top.depth, 'total', (SELECT count(*) FROM below), 'nodes', (
  SELECT coalesce(json_agg(json_build_array(t.id, t."parentId", t."relationshipToParent", t.depth, t.title, t."createdAt", t.made,
    t."sourceThreadId", t."sourceRunId", t."sourceOrdinal", source."rolledBackVersion" IS NOT NULL, counted.runs, counted.head, counted.providers,
    (SELECT count(*) FROM thread c WHERE c.workspace = $1->>'workspace' AND c."parentId" = t.id)) ORDER BY t.depth, t.made), '[]')
  FROM page JOIN thread t ON t.workspace = $1->>'workspace' AND t.id = page.id
  LEFT JOIN run source ON source.workspace = $1->>'workspace' AND source.id = t."sourceRunId"
  CROSS JOIN LATERAL (
    SELECT count(*) AS runs, coalesce(max(ordinal), 0) AS head, coalesce(array_agg(DISTINCT provider), '{}') AS providers
    FROM run r WHERE r.workspace = $1->>'workspace' AND r."threadId" = t.id AND r."begunVersion" IS NOT NULL AND r."rolledBackVersion" IS NULL
  ) AS counted
)) FROM top
