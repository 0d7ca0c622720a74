// Tells of each pending native rollback what its provider was told, which was a matter of the provider's profile before.
// params: none
// returns: nothing
MATCH (p:ProviderThread)
WHERE p.nativeRollback = 'PENDING' AND p.nativeRollbackKind IS NULL
CALL (p) {
  OPTIONAL MATCH (k:Provider {workspace: p.workspace, kind: p.provider})
  WITH p, coalesce(k.nativeRollback, p.provider = 'codex') AS byNumber
  SET p.nativeRollbackKind = CASE WHEN byNumber AND p.historyMode = 'LEGACY' THEN 'ROLLBACK_TURNS' ELSE 'REVERT_BEFORE_TURN' END
} IN TRANSACTIONS OF 1000 ROWS
