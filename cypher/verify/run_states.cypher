// A run's status fits whether it began, how it ended and whether it was rolled back.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
WITH r, r.begunVersion IS NOT NULL AS begun, r.endedAs IS NOT NULL AS ended
WITH {run: r.id, thread: r.threadId, status: r.status, endedAs: r.endedAs, begunVersion: r.begunVersion, rolledBackVersion: r.rolledBackVersion} AS about, CASE
  WHEN NOT coalesce(r.status IN ['PREPARING', 'RUNNING', 'COMPLETED', 'FAILED', 'INTERRUPTED', 'ROLLED_BACK'], false) THEN 'has no known status'
  WHEN (r.status IN ['PREPARING', 'RUNNING']) = ended THEN 'is active and has ended, or neither'
  WHEN r.status = 'PREPARING' AND begun THEN 'is PREPARING but began'
  WHEN r.status IN ['RUNNING', 'COMPLETED', 'ROLLED_BACK'] AND NOT begun THEN 'never began, which its status denies'
  WHEN r.status IN ['COMPLETED', 'FAILED', 'INTERRUPTED'] AND r.endedAs <> r.status THEN 'ended otherwise than its status says'
  WHEN ended AND NOT r.endedAs IN ['COMPLETED', 'FAILED', 'INTERRUPTED'] THEN 'ended in no known way'
  WHEN (r.status = 'ROLLED_BACK') <> (r.rolledBackVersion IS NOT NULL) THEN 'is ROLLED_BACK without a rolledBackVersion, or has one without being so'
  WHEN begun <> (r.startedAt IS NOT NULL) THEN 'has a begunVersion without a startedAt, or the reverse'
  WHEN ended <> (r.finishedAt IS NOT NULL) OR ended <> (r.finishedVersion IS NOT NULL) THEN 'has not endedAs, finishedAt and finishedVersion together'
  WHEN r.droppedNatively IS NULL THEN 'does not say whether it was dropped natively'
  WHEN r.droppedNatively AND r.rolledBackVersion IS NULL THEN 'was dropped natively but not rolled back'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
