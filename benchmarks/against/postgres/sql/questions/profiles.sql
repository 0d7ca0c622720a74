-- Registered profiles of providers.
SELECT coalesce(json_agg(p), '[]') FROM (
  SELECT kind FROM jsonb_array_elements_text($1->'kinds') AS asked(kind)
  UNION
  SELECT served.provider FROM jsonb_array_elements_text($1->'profileThreadIds') AS asked(id)
  JOIN provider_thread served ON served.workspace = $1->>'workspace' AND served."threadId" = asked.id
  UNION
  SELECT served.provider FROM jsonb_array_elements_text($1->'profileProviderThreadIds') AS asked(id)
  JOIN provider_thread served ON served.workspace = $1->>'workspace' AND served.id = asked.id
) AS wanted
JOIN provider p ON p.workspace = $1->>'workspace' AND p.kind = wanted.kind
