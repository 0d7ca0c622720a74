-- Changes provider threads.
UPDATE provider_thread p SET (status, "nativeThreadRef", "nativeRefStrength", "historyMode", model, "runtimeMode", "failureReason",
  "nativeRollback", "nativeRollbackKind", "nativeRollbackTo") = (
  SELECT n.status, n."nativeThreadRef", n."nativeRefStrength", n."historyMode", n.model, n."runtimeMode", n."failureReason",
    n."nativeRollback", n."nativeRollbackKind", n."nativeRollbackTo"
  FROM jsonb_populate_record(p, row->'set') AS n)
FROM jsonb_array_elements($1->'setProviderThreads') AS row WHERE p.workspace = $1->>'workspace' AND p.id = row->>'id'
