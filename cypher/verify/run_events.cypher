// What happened to a run at a version of its thread is what the thread's event of that version tells.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
CALL (r) {
  UNWIND [
    {at: r.begunVersion, types: ['run.begun'], wrong: 'has a begunVersion at which no run began'},
    {at: r.finishedVersion, types: ['run.finished'], wrong: 'has a finishedVersion at which no run ended'},
    {at: r.checkpointVersion, types: ['run.finished', 'run.checkpoint_captured'], wrong: 'has a checkpointVersion at which no checkpoint was captured'},
    {at: r.rolledBackVersion, types: ['thread.rolled_back'], wrong: 'has a rolledBackVersion at which nothing was rolled back'}
  ] AS told
  WITH told WHERE told.at IS NOT NULL
  OPTIONAL MATCH (e:LineageEvent {workspace: $workspace, threadId: r.threadId, version: told.at})
  WITH told, e WHERE NOT coalesce(e.type IN told.types, false)
  RETURN head(collect([told.wrong, told.at, e.type])) AS fault
}
WITH {run: r.id, thread: r.threadId, version: fault[1], event: fault[2]} AS about, fault[0] AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
