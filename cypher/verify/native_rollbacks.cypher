// A provider thread's status fits its native rollback and the rolled-back runs that are still present in it natively.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (p:ProviderThread {workspace: $workspace})
USING INDEX p:ProviderThread(workspace, id)
WHERE p.id IS NOT NULL
CALL (p) {
  MATCH (p)<-[:RAN_ON]-(r)
  WHERE r.rolledBackVersion IS NOT NULL AND NOT coalesce(r.droppedNatively, false)
  RETURN count(r) AS divergent
}
WITH {providerThread: p.id, status: p.status, nativeRollback: p.nativeRollback, divergentRuns: divergent} AS about, CASE
  WHEN NOT coalesce(p.status IN ['ACTIVE', 'RESUME_FAILED', 'DIVERGENT', 'ROLLED_BACK', 'CLOSED'], false) THEN 'has no known status'
  WHEN NOT coalesce(p.nativeRollback, 'DONE') IN ['PENDING', 'DONE', 'FAILED'] THEN 'has no known state of its native rollback'
  WHEN p.nativeRollback IS NOT NULL AND p.nativeRollbackTo IS NULL THEN 'does not say what its native rollback goes to'
  WHEN p.nativeRollback = 'PENDING' AND NOT coalesce(p.nativeRollbackKind IN ['ROLLBACK_TURNS', 'REVERT_BEFORE_TURN'], false) THEN 'does not say what its provider was told to roll back'
  WHEN p.status = 'ACTIVE' AND p.nativeRollback IN ['PENDING', 'FAILED'] THEN 'is ACTIVE, but its native rollback is not done'
  WHEN p.status = 'ACTIVE' AND divergent > 0 THEN 'is ACTIVE, but rolled-back runs are present in it'
  WHEN p.status = 'ROLLED_BACK' AND coalesce(p.nativeRollback, 'FAILED') = 'FAILED' THEN 'is ROLLED_BACK, but no native rollback is pending or done'
  WHEN p.status = 'ROLLED_BACK' AND p.nativeRollback = 'PENDING' AND divergent = 0 THEN 'has a pending native rollback, but nothing to roll back'
  WHEN p.status = 'ROLLED_BACK' AND p.nativeRollback = 'DONE' AND divergent > 0 THEN 'was rolled back natively, but rolled-back runs are present in it'
  WHEN p.status = 'DIVERGENT' AND coalesce(p.nativeRollback, 'FAILED') <> 'FAILED' THEN 'is DIVERGENT, but its native rollback did not fail'
  WHEN p.status = 'DIVERGENT' AND divergent = 0 THEN 'is DIVERGENT, but no rolled-back run is present in it'
  WHEN p.status = 'CLOSED' AND p.nativeRollback IS NOT NULL THEN 'is CLOSED, but was rolled back'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
