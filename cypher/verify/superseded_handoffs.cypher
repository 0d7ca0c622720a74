// A handoff that another one supersedes is SUPERSEDED, by that one alone, was made for the same run, and no run consumes it any more.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (new:ContextHandoff {workspace: $workspace})
USING INDEX new:ContextHandoff(workspace, id)
WHERE new.id IS NOT NULL
MATCH (new)-[:SUPERSEDES]->(old)
WITH {handoff: new.id, supersedes: old.id, oldStatus: old.status, run: new.targetRunId, oldRun: old.targetRunId} AS about, CASE
  WHEN COUNT { (new)-[:SUPERSEDES]->() } > 1 THEN 'supersedes several handoffs'
  WHEN COUNT { (old)<-[:SUPERSEDES]-() } > 1 THEN 'supersedes a handoff that another one supersedes too'
  WHEN NOT coalesce(old.status = 'SUPERSEDED', false) THEN 'supersedes a handoff that is not SUPERSEDED'
  WHEN NOT coalesce(new.targetRunId = old.targetRunId, false) THEN 'supersedes a handoff that was made for another run'
  WHEN NOT coalesce(new.made > old.made, false) THEN 'supersedes a handoff that was made later'
  WHEN EXISTS { (old)<-[:CONSUMES]-() } THEN 'supersedes a handoff that a run consumes'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
