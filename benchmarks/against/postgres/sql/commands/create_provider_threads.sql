-- Makes provider threads, each with what it took along.
INSERT INTO provider_thread SELECT made.* FROM jsonb_array_elements($1->'createProviderThreads') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::provider_thread, row->'set' || jsonb_build_object(
  'workspace', $1->'workspace', 'threadId', row->'threadId', 'forkedFromId', row->'forkOf', 'adopts', row->'adopts')) AS made;
INSERT INTO inherits SELECT $1->>'workspace', row->'set'->>'id', part->>0, (part->>1)::bigint, (part->>2)::bigint
FROM jsonb_array_elements($1->'createProviderThreads') AS row, jsonb_array_elements(row->'inherits') AS part
