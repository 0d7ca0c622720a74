-- Makes items of runs.
INSERT INTO turn_item SELECT made.* FROM jsonb_array_elements($1->'createItems') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::turn_item, row->'set' || jsonb_build_object('workspace', $1->'workspace', 'runId', row->'runId')) AS made
