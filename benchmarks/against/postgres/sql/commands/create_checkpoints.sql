-- Makes checkpoints of runs.
INSERT INTO checkpoint SELECT made.* FROM jsonb_array_elements($1->'createCheckpoints') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::checkpoint, row->'set' || jsonb_build_object('workspace', $1->'workspace', 'runId', row->'runId')) AS made
