-- Items of these ids.
SELECT coalesce(json_agg(i), '[]') FROM jsonb_array_elements_text($1->'itemIds') AS asked(id)
JOIN turn_item i ON i.workspace = $1->>'workspace' AND i.id = asked.id
