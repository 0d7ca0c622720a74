-- Runs that were rolled back are gone from the native sessions too.
UPDATE run r SET "droppedNatively" = true
FROM jsonb_array_elements_text($1->'confirmNativeRollbacks') AS asked(id)
JOIN provider_thread p ON p.workspace = $1->>'workspace' AND p.id = asked.id
WHERE r.workspace = $1->>'workspace' AND r."providerThreadId" = p.id AND r."rolledBackVersion" IS NOT NULL AND NOT r."droppedNatively"
  AND r.ordinal > p."nativeRollbackTo"
