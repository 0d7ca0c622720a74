-- Takes the lock of a thread's lineage tree.
UPDATE thread_lock SET made = made + 1 WHERE workspace = $1->>'workspace'
  AND id = (SELECT "rootId" FROM thread WHERE workspace = $1->>'workspace' AND id = $1->>'threadId')
RETURNING json_build_object('rootId', id, 'made', made)
