-- All that decides what may happen to a run next.
SELECT json_build_object(
  'run', row_to_json(r),
  'thread', json_build_object('id', t.id, 'rootId', t."rootId", 'version', t.version, 'parentId', t."parentId",
    'relationshipToParent', t."relationshipToParent"),
  'providerThread', row_to_json(p),
  'handoffs', (SELECT coalesce(json_agg(json_build_array(h.position, h.id, h.status, h.kind, x.id, x.type)), '[]') FROM handoff h
    JOIN transfer x ON x.workspace = h.workspace AND x.id = h."transferId" WHERE h.workspace = r.workspace AND h."runId" = r.id),
  'transfers', (SELECT coalesce(json_agg(x), '[]') FROM transfer x WHERE x.workspace = r.workspace AND x."takenUpByRunId" = r.id),
  'turns', (SELECT count(*) FROM provider_turn u WHERE u.workspace = r.workspace AND u."runId" = r.id),
  'checkpointId', (SELECT k.id FROM checkpoint k WHERE k.workspace = r.workspace AND k."runId" = r.id),
  'lastPresent', (SELECT max(b.ordinal) FROM run b WHERE b.workspace = r.workspace AND b."providerThreadId" = p.id AND b.ordinal < r.ordinal
    AND b."begunVersion" IS NOT NULL AND NOT b."droppedNatively"
    AND (b."rolledBackVersion" IS NULL OR p."nativeRollback" IS DISTINCT FROM 'PENDING' OR b.ordinal <= p."nativeRollbackTo")),
  'forkedAt', CASE WHEN t."relationshipToParent" = 'FORK' AND (p."forkedFromId" IS NOT NULL OR p.adopts IS NOT NULL)
    THEN json_build_array(t."sourceThreadId", t."sourceOrdinal") END
)
FROM run r
JOIN thread t ON t.workspace = r.workspace AND t.id = r."threadId"
JOIN provider_thread p ON p.workspace = r.workspace AND p.id = r."providerThreadId"
WHERE r.workspace = $1->>'workspace' AND r.id = $1->>'runId'
