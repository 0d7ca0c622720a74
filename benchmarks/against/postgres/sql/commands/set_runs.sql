-- Changes runs.
UPDATE run r SET (status, "endedAs", "failureReason", "droppedNatively", "nativeStartFailed", "itemCount", characters, "begunVersion",
  "finishedVersion", "checkpointVersion", "rolledBackVersion", "startedAt", "finishedAt") = (
  SELECT n.status, n."endedAs", n."failureReason", n."droppedNatively", n."nativeStartFailed", n."itemCount", n.characters, n."begunVersion",
    n."finishedVersion", n."checkpointVersion", n."rolledBackVersion", n."startedAt", n."finishedAt"
  FROM jsonb_populate_record(r, row->'set') AS n)
FROM jsonb_array_elements($1->'setRuns') AS row WHERE r.workspace = $1->>'workspace' AND r.id = row->>'id'
