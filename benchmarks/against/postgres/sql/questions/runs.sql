-- What is recorded of runs, with the ids of what they are linked to.
SELECT coalesce(json_agg(found), '[]') FROM (
  SELECT r.*, (SELECT coalesce(json_agg(json_build_array(h.position, h.id)), '[]') FROM handoff h WHERE h.workspace = r.workspace AND h."runId" = r.id) AS handoffs,
      (SELECT coalesce(json_agg(json_build_array(u.index, u."nativeTurnRef")), '[]') FROM provider_turn u WHERE u.workspace = r.workspace AND u."runId" = r.id) AS turns,
      (SELECT k.id FROM checkpoint k WHERE k.workspace = r.workspace AND k."runId" = r.id) AS "checkpointId"
  FROM jsonb_array_elements_text($1->'runIds') AS asked(id) JOIN run r ON r.workspace = $1->>'workspace' AND r.id = asked.id
) AS found
