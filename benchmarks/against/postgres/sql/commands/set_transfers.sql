-- Changes transfers.
UPDATE transfer x SET (status, "consumedAt", "consumedByRunId", "takenUpByRunId", "targetProvider", resolution, "resolutionRef",
  "resolutionHandoffId", "failureReason") = (
  SELECT n.status, n."consumedAt", n."consumedByRunId", n."takenUpByRunId", n."targetProvider", n.resolution, n."resolutionRef",
    n."resolutionHandoffId", n."failureReason"
  FROM jsonb_populate_record(x, row->'set') AS n)
FROM jsonb_array_elements($1->'setTransfers') AS row WHERE x.workspace = $1->>'workspace' AND x.id = row->>'id'
