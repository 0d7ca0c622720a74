-- Changes handoffs.
UPDATE handoff h SET (status, "updatedAt", "summaryText", payload, "createdByProvider", "failureReason") = (
  SELECT n.status, n."updatedAt", n."summaryText", n.payload, n."createdByProvider", n."failureReason"
  FROM jsonb_populate_record(h, row->'set') AS n)
FROM jsonb_array_elements($1->'setHandoffs') AS row WHERE h.workspace = $1->>'workspace' AND h.id = row->>'id'
