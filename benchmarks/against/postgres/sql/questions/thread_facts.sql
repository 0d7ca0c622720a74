-- All that decides a thread's history, what its provider threads know, and how its next run starts. Of the present alone: asOf is not
-- answered, nor are there tables of compactions.
SELECT coalesce(json_agg(json_build_object(
  'ask', ask, 'id', t.id, 'line', line.rows, 'inherited', line.inherited, 'lastRun', last.run,
  'providerThreads', provider_threads.rows, 'transfers', transfers.rows, 'forkSource', fork_source.found
)), '[]')
FROM jsonb_array_elements($1->'asks') AS ask
JOIN thread t ON t.workspace = $1->>'workspace' AND t.id = coalesce(
  ask->>'id', (SELECT "threadId" FROM provider_thread WHERE workspace = $1->>'workspace' AND id = ask->>'providerThreadId')
)
CROSS JOIN LATERAL (
  WITH RECURSIVE up AS (
    SELECT t.id, t."rootId", t."parentId", t."relationshipToParent", t.version, t.depth, t.made, t."sourceThreadId", t."sourceOrdinal", t."sourceVersion"
    UNION ALL
    SELECT a.id, a."rootId", a."parentId", a."relationshipToParent", a.version, a.depth, a.made, a."sourceThreadId", a."sourceOrdinal", a."sourceVersion"
    FROM up JOIN thread a ON a.workspace = $1->>'workspace' AND a.id = up."parentId"
    WHERE up."relationshipToParent" = 'FORK'
  )
  SELECT
    (SELECT json_agg(json_build_array(id, "rootId", "parentId", "relationshipToParent", version, depth, made, "sourceThreadId", "sourceOrdinal",
      "sourceVersion") ORDER BY depth DESC) FROM up) AS rows,
    (SELECT coalesce(json_agg(json_build_array("threadId", "endedAs", checkpointed, "rolledBackVersion", false, ordinals, characters)), '[]') FROM (
      SELECT r."threadId", r."endedAs", r."checkpointVersion" IS NOT NULL AS checkpointed, r."rolledBackVersion",
        json_agg(r.ordinal) AS ordinals, sum(r.characters)::bigint AS characters
      FROM (SELECT "sourceThreadId" AS id, max("sourceOrdinal") AS cut FROM up WHERE "relationshipToParent" = 'FORK' GROUP BY 1) AS left_at
      JOIN run r ON r.workspace = $1->>'workspace' AND r."threadId" = left_at.id AND r.ordinal <= left_at.cut AND r."begunVersion" IS NOT NULL
      GROUP BY 1, 2, 3, 4
    ) AS grouped) AS inherited
) AS line
LEFT JOIN LATERAL (
  SELECT row_to_json(r) AS run FROM run r WHERE r.workspace = $1->>'workspace' AND r."threadId" = t.id ORDER BY r.ordinal DESC LIMIT 1
) AS last ON true
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(found), '[]') AS rows FROM (
    SELECT p.*, runs.rows AS runs, handoffs.rows AS handoffs, turns.rows AS turns, kept.row AS "keptTurns",
      CASE WHEN served."relationshipToParent" = 'FORK' AND (p."forkedFromId" IS NOT NULL OR p.adopts IS NOT NULL) THEN
        json_build_array(served."sourceThreadId", served."sourceOrdinal", (SELECT u."nativeTurnRef" FROM provider_turn u
          WHERE u.workspace = $1->>'workspace' AND u."runId" = served."sourceRunId" ORDER BY u.index DESC LIMIT 1))
      END AS "forkedAt",
      EXISTS (SELECT FROM provider_thread a WHERE a.workspace = $1->>'workspace' AND a.adopts = p.id) AS adopted,
      (SELECT coalesce(json_agg(json_build_array(i."threadId", i."from", i."to")), '[]') FROM inherits i
        WHERE i.workspace = $1->>'workspace' AND i."providerThreadId" = p.id) AS inherits,
      '[]'::json AS compactions, '[]'::json AS "originCompactions"
    FROM (
      SELECT id, (ask->>'turnsFrom')::bigint AS "turnsFrom" FROM provider_thread WHERE workspace = $1->>'workspace' AND "threadId" = t.id
      UNION
      SELECT s."providerThreadId", s.ordinal FROM transfer x
      JOIN run s ON s.workspace = $1->>'workspace' AND s.id = t."sourceRunId"
      WHERE x.workspace = $1->>'workspace' AND x."targetThreadId" = t.id AND x.type = 'FORK' AND t."relationshipToParent" = 'FORK'
        AND (x.status = 'PENDING' OR x."takenUpByRunId" = ask->>'takenUpBy')
    ) AS wanted
    JOIN provider_thread p ON p.workspace = $1->>'workspace' AND p.id = wanted.id
    JOIN thread served ON served.workspace = $1->>'workspace' AND served.id = p."threadId"
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_array(NULL, "endedAs", checkpointed, "rolledBackVersion", "droppedNatively", ordinals, characters)), '[]') AS rows
      FROM (
        SELECT "endedAs", "checkpointVersion" IS NOT NULL AS checkpointed, "rolledBackVersion", "droppedNatively",
          json_agg(ordinal) AS ordinals, sum(characters)::bigint AS characters
        FROM run WHERE workspace = $1->>'workspace' AND "providerThreadId" = p.id AND "begunVersion" IS NOT NULL
        GROUP BY 1, 2, 3, 4
      ) AS grouped
    ) AS runs
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_array(h.id, h.status, r.ordinal, h.position, r."rolledBackVersion" IS NOT NULL,
        (SELECT coalesce(json_agg(json_build_array(c.position, c."threadId", c."from", c."to")), '[]') FROM covers c
          WHERE c.workspace = $1->>'workspace' AND c."handoffId" = h.id))), '[]') AS rows
      FROM handoff h JOIN run r ON r.workspace = $1->>'workspace' AND r.id = h."runId" AND r."begunVersion" IS NOT NULL
      WHERE h.workspace = $1->>'workspace' AND h."toProviderThreadId" = p.id
    ) AS handoffs
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_array(r.ordinal, taken.turns)), '[]') AS rows
      FROM run r CROSS JOIN LATERAL (SELECT coalesce(json_agg(json_build_array(u.index, u."nativeTurnRef")), '[]') AS turns FROM provider_turn u
        WHERE u.workspace = $1->>'workspace' AND u."runId" = r.id) AS taken
      WHERE (ask->>'withTurns')::boolean AND r.workspace = $1->>'workspace' AND r."providerThreadId" = p.id AND r."begunVersion" IS NOT NULL
        AND NOT r."droppedNatively" AND (r."rolledBackVersion" IS NOT NULL OR r.ordinal >= wanted."turnsFrom")
    ) AS turns
    LEFT JOIN LATERAL (
      SELECT json_build_array(r.ordinal, (SELECT coalesce(json_agg(json_build_array(u.index, u."nativeTurnRef")), '[]') FROM provider_turn u
        WHERE u.workspace = $1->>'workspace' AND u."runId" = r.id)) AS row
      FROM run r
      WHERE (ask->>'withTurns')::boolean AND r.workspace = $1->>'workspace' AND r."providerThreadId" = p.id AND r."begunVersion" IS NOT NULL
        AND r."rolledBackVersion" IS NULL AND (wanted."turnsFrom" IS NULL OR r.ordinal < wanted."turnsFrom")
      ORDER BY r.ordinal DESC LIMIT 1
    ) AS kept ON true
  ) AS found
) AS provider_threads
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(found), '[]') AS rows FROM (
    SELECT x.*, (SELECT coalesce(json_agg(json_build_array(c.position, c."threadId", c."from", c."to")), '[]') FROM carries c
      WHERE c.workspace = $1->>'workspace' AND c."transferId" = x.id) AS carries
    FROM transfer x
    WHERE x.workspace = $1->>'workspace' AND x."targetThreadId" = t.id
      AND (x.status = 'PENDING' OR (x.type = 'SUBAGENT_SPAWN' AND x.status = 'RESOLVED_NATIVE')
        OR (x."takenUpByRunId" = ask->>'takenUpBy' AND x.status IN ('RESOLVED_NATIVE', 'RESOLVED_PORTABLE') AND x.type <> 'PROVIDER_HANDOFF'))
  ) AS found
) AS transfers
LEFT JOIN LATERAL (
  SELECT json_build_object('run', row_to_json(s), 'fromSubagent', parent."relationshipToParent" = 'SUBAGENT', 'active', EXISTS (
    SELECT FROM (SELECT status, "providerThreadId" FROM run l WHERE l.workspace = $1->>'workspace' AND l."threadId" = s."threadId"
      ORDER BY l.ordinal DESC LIMIT 1) AS latest
    WHERE latest.status IN ('PREPARING', 'RUNNING') AND latest."providerThreadId" = s."providerThreadId"
  )) AS found
  FROM transfer x
  JOIN thread parent ON parent.workspace = $1->>'workspace' AND parent.id = x."sourceThreadId"
  JOIN run s ON s.workspace = $1->>'workspace' AND s.id = t."sourceRunId"
  WHERE x.workspace = $1->>'workspace' AND x."targetThreadId" = t.id AND x.type = 'FORK' AND t."relationshipToParent" = 'FORK'
    AND (x.status = 'PENDING' OR x."takenUpByRunId" = ask->>'takenUpBy')
  LIMIT 1
) AS fork_source ON true
