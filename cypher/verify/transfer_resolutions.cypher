// A transfer's status fits its resolution: a native one has a reference, a portable one a handoff that materializes it, a pending one nothing but perhaps a spawn's target provider.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (x:ContextTransfer {workspace: $workspace})
USING INDEX x:ContextTransfer(workspace, id)
WHERE x.id IS NOT NULL
WITH x, x.resolution IN ['PORTABLE_CONTEXT', 'DELTA_CONTEXT', 'CHECKPOINT_CONTEXT'] AS portable
OPTIONAL MATCH (h:ContextHandoff {workspace: $workspace, id: x.resolutionHandoffId})
WITH {transfer: x.id, type: x.type, status: x.status, resolution: x.resolution, handoff: x.resolutionHandoffId} AS about, CASE
  WHEN NOT coalesce(x.status IN ['PENDING', 'RESOLVED_NATIVE', 'RESOLVED_PORTABLE', 'FAILED', 'CONSUMED', 'SUPERSEDED'], false) THEN 'has no known status'
  WHEN x.resolution IS NOT NULL AND NOT portable AND x.resolution <> 'NATIVE_FORK' THEN 'has no known resolution'
  WHEN x.resolution IS NULL AND (x.resolutionRef IS NOT NULL OR x.resolutionHandoffId IS NOT NULL) THEN 'has a reference or handoff, but no resolution'
  WHEN x.resolution = 'NATIVE_FORK' AND x.resolutionRef IS NULL THEN 'is resolved natively, but has no native reference'
  WHEN x.resolution = 'NATIVE_FORK' AND NOT x.type IN ['FORK', 'SUBAGENT_SPAWN'] THEN 'is resolved natively, which its type never is'
  WHEN x.resolution = 'NATIVE_FORK' AND x.resolutionHandoffId IS NOT NULL THEN 'is resolved natively, but has a handoff'
  WHEN portable AND x.resolutionRef IS NOT NULL THEN 'is resolved by a handoff, but has a native reference'
  WHEN portable AND h IS NULL THEN 'is resolved by a handoff that is not there'
  WHEN portable AND NOT EXISTS { (h)-[:MATERIALIZES]->(x) } THEN 'is resolved by a handoff of another transfer'
  WHEN portable AND h.kind <> x.resolution THEN 'is resolved by a handoff of another kind than its resolution'
  WHEN x.status = 'PENDING' AND x.resolution IS NOT NULL THEN 'is PENDING, but has a resolution'
  WHEN x.status = 'PENDING' AND x.type <> 'SUBAGENT_SPAWN' AND (x.targetProvider IS NOT NULL OR x.takenUpByRunId IS NOT NULL) THEN 'is PENDING, but has a target provider or was taken up'
  WHEN x.status = 'PENDING' AND x.type = 'PROVIDER_HANDOFF' THEN 'is PENDING, which a handoff between providers never is'
  WHEN x.status = 'RESOLVED_NATIVE' AND NOT coalesce(x.resolution = 'NATIVE_FORK', false) THEN 'is RESOLVED_NATIVE, but not by a native fork'
  WHEN x.status = 'RESOLVED_PORTABLE' AND NOT coalesce(portable, false) THEN 'is RESOLVED_PORTABLE, but not by a handoff'
  WHEN x.status IN ['RESOLVED_NATIVE', 'RESOLVED_PORTABLE', 'CONSUMED'] AND x.targetProvider IS NULL THEN 'is resolved, but has no target provider'
  WHEN x.status = 'CONSUMED' AND x.type <> 'SUBAGENT_SPAWN' AND x.resolution IS NULL THEN 'is CONSUMED, but has no resolution'
  WHEN x.status = 'FAILED' AND NOT (x.type = 'PROVIDER_HANDOFF' AND x.failureReason IS NOT NULL) THEN 'is FAILED without a reason, or of a type that never fails'
  WHEN x.status = 'SUPERSEDED' AND x.type IN ['FORK', 'SUBAGENT_SPAWN'] THEN 'is SUPERSEDED, which its type never is'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
