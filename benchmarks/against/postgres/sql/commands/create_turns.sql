-- Makes turns that runs took.
INSERT INTO provider_turn SELECT made.* FROM jsonb_array_elements($1->'createTurns') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::provider_turn, row || jsonb_build_object('workspace', $1->'workspace')) AS made
