-- By which steps content passed between the begun runs of a lineage tree.
SELECT json_build_object('point', asked.point, 'members', CASE WHEN $1->>'flowFrom' IS NULL OR EXISTS (
    SELECT FROM covers c JOIN handoff h ON h.workspace = c.workspace AND h.id = c."handoffId"
    JOIN run r ON r.workspace = h.workspace AND r.id = h."runId"
    WHERE c.workspace = $1->>'workspace' AND c."threadId" = asked.id AND c."to" >= ($1->>'flowFrom')::bigint
      AND r."threadId" <> asked.id AND r."begunVersion" IS NOT NULL
  ) OR EXISTS (
    SELECT FROM run next WHERE next.workspace = $1->>'workspace' AND next."continuesThreadId" = asked.id
      AND next."continuesOrdinal" >= ($1->>'flowFrom')::bigint AND next."threadId" <> asked.id
  ) THEN (
    SELECT json_agg(json_build_object('id', m.id, 'made', m.made, 'runs', runs.rows, 'continued', runs.continued, 'consumed', consumed.rows))
    FROM thread m
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_array(ordinal, id, "rolledBackVersion" IS NOT NULL)), '[]') AS rows,
        coalesce(json_agg(json_build_array(ordinal, "continuesThreadId", "continuesOrdinal")) FILTER (WHERE "continuesThreadId" IS NOT NULL), '[]') AS continued
      FROM run WHERE workspace = $1->>'workspace' AND "threadId" = m.id AND "begunVersion" IS NOT NULL
    ) AS runs
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_array(r.ordinal, h.position, h.id, x.type,
        (SELECT coalesce(json_agg(json_build_array(c.position, c."threadId", c."from", c."to")), '[]') FROM covers c
          WHERE c.workspace = $1->>'workspace' AND c."handoffId" = h.id))), '[]') AS rows
      FROM run r JOIN handoff h ON h.workspace = r.workspace AND h."runId" = r.id JOIN transfer x ON x.workspace = h.workspace AND x.id = h."transferId"
      WHERE r.workspace = $1->>'workspace' AND r."threadId" = m.id AND r."begunVersion" IS NOT NULL
    ) AS consumed
    WHERE m.workspace = $1->>'workspace' AND m."rootId" = asked."rootId"
  ) ELSE '[]'::json END)
FROM (
  SELECT id, "rootId", NULL::json AS point FROM thread WHERE workspace = $1->>'workspace' AND id = $1->>'flowThreadId'
  UNION ALL
  SELECT t.id, t."rootId", json_build_array(t.id, r.ordinal) FROM run r JOIN thread t ON t.workspace = r.workspace AND t.id = r."threadId"
  WHERE r.workspace = $1->>'workspace' AND r.id = $1->>'flowRunId'
) AS asked LIMIT 1
