-- Makes handoffs, and what they cover; one that is superseded is no longer consumed.
INSERT INTO handoff SELECT made.* FROM jsonb_array_elements($1->'createHandoffs') AS row
CROSS JOIN LATERAL jsonb_populate_record(NULL::handoff, row->'set' || jsonb_build_object(
  'workspace', $1->'workspace', 'transferId', row->'transferId', 'toProviderThreadId', row->'providerThreadId', 'runId', row->'runId',
  'position', row->'position', 'supersedesId', row->'supersedes')) AS made;
INSERT INTO covers SELECT $1->>'workspace', row->'set'->>'id', place - 1, part->>0, (part->>1)::bigint, (part->>2)::bigint
FROM jsonb_array_elements($1->'createHandoffs') AS row, jsonb_array_elements(row->'covers') WITH ORDINALITY AS covered(part, place);
UPDATE handoff SET "runId" = NULL WHERE workspace = $1->>'workspace'
  AND id IN (SELECT row->>'supersedes' FROM jsonb_array_elements($1->'createHandoffs') AS row)
