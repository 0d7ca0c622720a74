// At most one run of a thread is PREPARING or RUNNING, and it is the thread's newest.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.threadId IS NOT NULL AND r.ordinal IS NOT NULL
WITH r.threadId AS id, max(r.ordinal) AS newest, collect(CASE WHEN r.status IN ['PREPARING', 'RUNNING'] THEN r.ordinal END) AS active
WITH {thread: id, active: active, newest: newest} AS about, CASE
  WHEN size(active) > 1 THEN 'has several active runs'
  WHEN active[0] <> newest THEN 'has an active run that is not its newest'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
