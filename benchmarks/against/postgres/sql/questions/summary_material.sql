-- What a summary of runs is made from.
SELECT coalesce(json_agg(json_build_array(r."threadId", r.ordinal, r.provider, coalesce(r."endedAs", r.status), r.message,
  (SELECT coalesce(json_agg(json_build_array(i.index, i.kind, i.text, i.data)), '[]') FROM turn_item i
    WHERE i.workspace = r.workspace AND i."runId" = r.id),
  (SELECT json_build_array(k.id, k."workspaceRef", k."diffSummary") FROM checkpoint k WHERE k.workspace = r.workspace AND k."runId" = r.id))), '[]')
FROM jsonb_array_elements($1->'materialOf') AS part
JOIN run r ON r.workspace = $1->>'workspace' AND r."threadId" = part->>0 AND r.ordinal BETWEEN (part->>1)::bigint AND (part->>2)::bigint
