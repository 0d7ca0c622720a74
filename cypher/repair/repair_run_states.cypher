// Makes runs' statuses those that whether they began, how they ended and whether they were rolled back give.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
WITH r, {
  status: CASE
    WHEN r.rolledBackVersion IS NOT NULL THEN 'ROLLED_BACK'
    WHEN r.finishedVersion IS NOT NULL THEN r.endedAs
    WHEN r.begunVersion IS NOT NULL THEN 'RUNNING'
    ELSE 'PREPARING'
  END,
  droppedNatively: CASE WHEN r.rolledBackVersion IS NULL THEN false ELSE r.droppedNatively END
} AS set
WHERE (set.status IS NOT NULL AND NOT coalesce(r.status = set.status, false)) OR NOT coalesce(r.droppedNatively = set.droppedNatively, set.droppedNatively IS NULL)
SET r.status = coalesce(set.status, r.status), r.droppedNatively = set.droppedNatively
RETURN {total: count(*), changes: collect({about: {run: r.id}, set: set})[..$most]} AS repaired
