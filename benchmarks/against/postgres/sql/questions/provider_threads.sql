-- Provider threads of these ids, and those that serve threads.
SELECT coalesce(json_agg(found), '[]') FROM (
  SELECT p.*, CASE WHEN t."relationshipToParent" = 'FORK' THEN json_build_array(t."sourceThreadId", t."sourceOrdinal", t."sourceRunId") END AS "forkedAt"
  FROM (
    SELECT id FROM jsonb_array_elements_text($1->'providerThreadIds') AS asked(id)
    UNION
    SELECT served.id FROM jsonb_array_elements_text($1->'providerThreadsOf') AS asked(id)
    JOIN provider_thread served ON served.workspace = $1->>'workspace' AND served."threadId" = asked.id
  ) AS wanted
  JOIN provider_thread p ON p.workspace = $1->>'workspace' AND p.id = wanted.id
  JOIN thread t ON t.workspace = p.workspace AND t.id = p."threadId"
) AS found
