-- Takes the lock of a run's lineage tree.
UPDATE thread_lock SET made = made + 1 WHERE workspace = $1->>'workspace'
  AND id = (SELECT t."rootId" FROM run r JOIN thread t ON t.workspace = r.workspace AND t.id = r."threadId"
    WHERE r.workspace = $1->>'workspace' AND r.id = $1->>'runId')
RETURNING json_build_object('rootId', id, 'made', made)
