// A run has a checkpoint exactly when it has a checkpointVersion, at most one, and only if it began; a checkpoint is of one run.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
CALL () {
  MATCH (r:Run {workspace: $workspace})
  USING INDEX r:Run(workspace, id)
  WHERE r.id IS NOT NULL
  WITH r, COUNT { (r)-[:HAS_CHECKPOINT]->() } AS checkpoints
  RETURN {run: r.id, thread: r.threadId, checkpoints: checkpoints, checkpointVersion: r.checkpointVersion} AS about, CASE
    WHEN checkpoints > 1 THEN 'has several checkpoints'
    WHEN (checkpoints = 1) <> (r.checkpointVersion IS NOT NULL) THEN 'has a checkpoint without a checkpointVersion, or the reverse'
    WHEN checkpoints > 0 AND r.begunVersion IS NULL THEN 'never began and has a checkpoint'
  END AS wrong
  UNION ALL
  MATCH (k:Checkpoint {workspace: $workspace})
  USING INDEX k:Checkpoint(workspace, id)
  WHERE k.id IS NOT NULL
  RETURN {checkpoint: k.id} AS about, CASE WHEN COUNT { (k)<-[:HAS_CHECKPOINT]-() } <> 1 THEN 'is of no run, or of several' END AS wrong
}
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
