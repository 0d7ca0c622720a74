-- Links runs with those that they continue natively.
UPDATE run r SET "continuesThreadId" = row->>'threadId', "continuesOrdinal" = (row->>'ordinal')::bigint
FROM jsonb_array_elements($1->'continueRuns') AS row WHERE r.workspace = $1->>'workspace' AND r.id = row->>'id'
