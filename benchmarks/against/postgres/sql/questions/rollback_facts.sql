-- What depends on a thread's runs above an ordinal.
SELECT json_build_object(
  'handoffs', (SELECT coalesce(json_agg(json_build_array(h.id, h.status, covered.rows) ORDER BY h.made, h.id), '[]') FROM handoff h
    JOIN LATERAL (SELECT json_agg(json_build_array(0, c."threadId", c."from", c."to")) AS rows, max(c."to") AS last FROM covers c
      WHERE c.workspace = h.workspace AND c."handoffId" = h.id AND c."threadId" = t.id) AS covered ON covered.last > ($1->>'rollbackToOrdinal')::bigint
    WHERE h.workspace = $1->>'workspace' AND h."threadId" = t.id AND h.status <> 'SUPERSEDED'
      AND h.id IN (SELECT c."handoffId" FROM covers c WHERE c.workspace = $1->>'workspace' AND c."threadId" = t.id
        AND c."to" > ($1->>'rollbackToOrdinal')::bigint)),
  'transfers', (SELECT coalesce(json_agg(json_build_array(x.id, x.type, x.status, x."sourceOrdinal", x."spawningOrdinal",
      (SELECT coalesce(json_agg(h.id), '[]') FROM handoff h WHERE h.workspace = $1->>'workspace' AND h."transferId" = x.id
        AND h.status <> 'SUPERSEDED')) ORDER BY x.made), '[]')
    FROM (
      SELECT id, type, status, made, "sourcePointOrdinal" AS "sourceOrdinal", NULL::bigint AS "spawningOrdinal" FROM transfer
      WHERE workspace = $1->>'workspace' AND "sourceThreadId" = t.id AND type IN ('MERGE_BACK', 'SUBAGENT_RESULT')
        AND status IN ('PENDING', 'RESOLVED_PORTABLE') AND "sourcePointThreadId" = t.id AND "sourcePointOrdinal" > ($1->>'rollbackToOrdinal')::bigint
      UNION ALL
      SELECT y.id, y.type, y.status, y.made, NULL, child."sourceOrdinal" FROM transfer y
      JOIN thread child ON child.workspace = y.workspace AND child.id = y."sourceThreadId" AND child."relationshipToParent" = 'SUBAGENT'
      WHERE y.workspace = $1->>'workspace' AND y."targetThreadId" = t.id AND y.type = 'SUBAGENT_RESULT' AND y.status = 'PENDING'
    ) AS x),
  'branches', (SELECT coalesce(json_agg(json_build_array(b.id, b."sourceOrdinal") ORDER BY b.made), '[]') FROM thread b
    WHERE b.workspace = $1->>'workspace' AND b."sourceThreadId" = t.id AND b."sourceOrdinal" > ($1->>'rollbackToOrdinal')::bigint),
  'newestCheckpoint', (SELECT json_build_array(r.ordinal, k.id) FROM run r JOIN checkpoint k ON k.workspace = r.workspace AND k."runId" = r.id
    WHERE r.workspace = $1->>'workspace' AND r."threadId" = t.id AND r.ordinal <= ($1->>'rollbackToOrdinal')::bigint
      AND r."begunVersion" IS NOT NULL AND r."rolledBackVersion" IS NULL ORDER BY r.ordinal DESC LIMIT 1)
)
FROM thread t WHERE t.workspace = $1->>'workspace' AND t.id = $1->>'rollbackThreadId'
