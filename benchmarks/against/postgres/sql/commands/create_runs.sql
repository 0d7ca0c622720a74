-- Makes runs.
INSERT INTO run SELECT made.* FROM jsonb_array_elements($1->'createRuns') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::run, row->'set' || jsonb_build_object(
  'workspace', $1->'workspace', 'providerThreadId', row->'providerThreadId')) AS made
