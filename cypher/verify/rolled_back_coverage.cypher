// A handoff of a thread that covers rolled-back runs of that thread is SUPERSEDED.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL AND EXISTS { (t)<-[:COVERS]-() }
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal IS NOT NULL AND r.rolledBackVersion IS NOT NULL
  RETURN collect(r.ordinal) AS rolledBack
}
MATCH (t)<-[c:COVERS]-(h)
WHERE h.threadId = t.id
WITH {handoff: h.id, thread: t.id, status: h.status, from: c.from, to: c.to} AS about,
  CASE WHEN h.status <> 'SUPERSEDED' AND any(ordinal IN rolledBack WHERE c.from <= ordinal <= c.to) THEN 'covers a rolled-back run of its thread, but is not SUPERSEDED' END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
