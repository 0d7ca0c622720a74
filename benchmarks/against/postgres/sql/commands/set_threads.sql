-- Changes threads.
UPDATE thread t SET (title, "updatedAt", version, metadata) = (
  SELECT n.title, n."updatedAt", n.version, n.metadata FROM jsonb_populate_record(t, row->'set') AS n)
FROM jsonb_array_elements($1->'setThreads') AS row WHERE t.workspace = $1->>'workspace' AND t.id = row->>'id'
