-- Makes the locks of new trees.
INSERT INTO thread_lock SELECT $1->>'workspace', row->>'id', (row->>'made')::bigint FROM jsonb_array_elements($1->'createLocks') AS row
