// A begun run took at least one provider turn, numbered from 0 without a gap; a run that never began took none.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
CALL (r) {
  MATCH (r)-[:TOOK]->(u)
  RETURN count(u) AS turns, count(DISTINCT u.index) AS places, coalesce(max(u.index) + 1, 0) AS next, count(CASE WHEN u.runId = r.id THEN 1 END) AS named
}
WITH {run: r.id, thread: r.threadId, turns: turns} AS about, CASE
  WHEN r.begunVersion IS NULL AND turns > 0 THEN 'never began and took turns'
  WHEN r.begunVersion IS NOT NULL AND turns = 0 THEN 'began and took no turn'
  WHEN places <> turns OR next <> turns THEN 'took turns that are not numbered one after another'
  WHEN named <> turns THEN 'took turns that name another run'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
