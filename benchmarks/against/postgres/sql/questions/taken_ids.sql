-- Which of the ids that a command gives are taken.
SELECT coalesce(json_agg(json_build_array(label, id)), '[]') FROM (
  SELECT 'thread' AS label, id FROM thread WHERE workspace = $1->>'workspace' AND id = $1->>'newThreadId'
  UNION ALL SELECT 'run', id FROM run WHERE workspace = $1->>'workspace' AND id = $1->>'newRunId'
  UNION ALL SELECT 'contextTransfer', id FROM transfer WHERE workspace = $1->>'workspace' AND id = $1->>'newTransferId'
  UNION ALL SELECT 'checkpoint', k.id FROM jsonb_array_elements_text($1->'newCheckpointIds') AS asked(id)
    JOIN checkpoint k ON k.workspace = $1->>'workspace' AND k.id = asked.id
  UNION ALL SELECT 'turnItem', i.id FROM jsonb_array_elements_text($1->'newItemIds') AS asked(id)
    JOIN turn_item i ON i.workspace = $1->>'workspace' AND i.id = asked.id
) AS found
