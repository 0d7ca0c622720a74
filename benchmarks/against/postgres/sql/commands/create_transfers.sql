-- Makes transfers, each from a source point, and what they carry.
INSERT INTO transfer SELECT made.* FROM jsonb_array_elements($1->'createTransfers') AS row
LEFT JOIN run s ON s.workspace = $1->>'workspace' AND s."threadId" = row->'source'->>0 AND s.ordinal = (row->'source'->>1)::bigint
LEFT JOIN run b ON b.workspace = $1->>'workspace' AND b."threadId" = row->'base'->>0 AND b.ordinal = (row->'base'->>1)::bigint
CROSS JOIN LATERAL jsonb_populate_record(NULL::transfer, row->'set' || jsonb_build_object(
  'workspace', $1->'workspace', 'sourceThreadId', row->'sourceThreadId', 'targetThreadId', row->'targetThreadId', 'sourceProvider', s.provider,
  'sourcePointThreadId', s."threadId", 'sourcePointOrdinal', s.ordinal, 'sourcePointRunId', s.id,
  'sourcePointCheckpointId', (SELECT k.id FROM checkpoint k WHERE k.workspace = s.workspace AND k."runId" = s.id),
  'basePointThreadId', b."threadId", 'basePointOrdinal', b.ordinal, 'basePointRunId', b.id)) AS made;
INSERT INTO carries SELECT $1->>'workspace', row->'set'->>'id', place - 1, part->>0, (part->>1)::bigint, (part->>2)::bigint
FROM jsonb_array_elements($1->'createTransfers') AS row, jsonb_array_elements(row->'carries') WITH ORDINALITY AS carried(part, place)
