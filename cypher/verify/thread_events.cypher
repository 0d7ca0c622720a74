// A thread has one event for each of its versions, from 1 on without a gap, and among them one for each start, begin and end of a run.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
CALL () {
  MATCH (t:Thread {workspace: $workspace})
  USING INDEX t:Thread(workspace, id)
  WHERE t.id IS NOT NULL
  RETURN t.id AS id
  UNION
  MATCH (e:LineageEvent {workspace: $workspace})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.threadId IS NOT NULL AND e.version IS NOT NULL
  RETURN DISTINCT e.threadId AS id
}
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: id})
CALL (id) {
  MATCH (e:LineageEvent {workspace: $workspace, threadId: id})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.version IS NOT NULL
  RETURN count(e) AS events, min(e.version) AS first, max(e.version) AS last,
    count(CASE WHEN e.type = 'run.started' THEN 1 END) AS started,
    count(CASE WHEN e.type = 'run.begun' THEN 1 END) AS begun,
    count(CASE WHEN e.type = 'run.finished' THEN 1 END) AS finished
}
CALL (id) {
  MATCH (r:Run {workspace: $workspace, threadId: id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal IS NOT NULL
  RETURN count(r) AS runs, count(r.begunVersion) AS begunRuns, count(r.endedAs) AS endedRuns
}
WITH {thread: id, version: t.version, events: events, first: first, last: last} AS about, CASE
  WHEN t IS NULL THEN 'has events, but is no thread'
  WHEN NOT coalesce(first = 1 AND last = t.version AND events = t.version, false) THEN 'has not one event for each of its versions'
  WHEN started <> runs THEN 'has not as many events of started runs as it has runs'
  WHEN begun <> begunRuns THEN 'has not as many events of begun runs as it has begun runs'
  WHEN finished <> endedRuns THEN 'has not as many events of finished runs as it has ended runs'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
