-- Logs what changed a thread.
INSERT INTO event SELECT made.* FROM jsonb_array_elements($1->'createEvents') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::event, row || jsonb_build_object('workspace', $1->'workspace')) AS made
