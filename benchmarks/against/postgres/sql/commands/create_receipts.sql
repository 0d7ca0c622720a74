-- Keeps the answers of commands.
INSERT INTO receipt SELECT made.* FROM jsonb_array_elements($1->'createReceipts') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::receipt, row || jsonb_build_object('workspace', $1->'workspace')) AS made
