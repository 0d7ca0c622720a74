-- The receipt of a command.
SELECT json_build_object('fingerprint', fingerprint, 'answer', answer) FROM receipt
WHERE workspace = $1->>'workspace' AND "commandId" = $1->>'commandId'
