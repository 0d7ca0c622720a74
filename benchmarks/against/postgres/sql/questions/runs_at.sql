-- The ids of the runs at points of histories.
SELECT coalesce(json_agg(json_build_array(r."threadId", r.ordinal, r.id,
  (SELECT k.id FROM checkpoint k WHERE k.workspace = r.workspace AND k."runId" = r.id))), '[]')
FROM jsonb_array_elements($1->'points') AS point
JOIN run r ON r.workspace = $1->>'workspace' AND r."threadId" = point->>0 AND r.ordinal = (point->>1)::bigint
