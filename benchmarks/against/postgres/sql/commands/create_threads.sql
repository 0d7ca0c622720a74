-- Makes threads.
INSERT INTO thread SELECT made.* FROM jsonb_array_elements($1->'createThreads') AS row
LEFT JOIN run s ON s.workspace = $1->>'workspace' AND s.id = row->>'sourceRunId'
CROSS JOIN LATERAL jsonb_populate_record(NULL::thread, row->'set' || jsonb_build_object(
  'workspace', $1->'workspace', 'sourceRunId', s.id, 'sourceThreadId', s."threadId", 'sourceOrdinal', s.ordinal,
  'sourceVersion', row->'sourceVersion')) AS made
