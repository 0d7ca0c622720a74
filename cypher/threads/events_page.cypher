// What changed a thread after a version, one entry a version, and how many there are in all.
// params: workspace, eventsThreadId, eventsAfter: version, eventsFirst
// returns: eventsPage: {total, events: [LineageEvent's properties, at as text], at most one more than eventsFirst}
CALL () {
  MATCH (e:LineageEvent {workspace: $workspace, threadId: $eventsThreadId})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.version > $eventsAfter
  WITH e ORDER BY e.version LIMIT $eventsFirst + 1
  RETURN collect(e {.*, at: toString(e.at)}) AS events
}
CALL (events) {
  MATCH (t:Thread {workspace: $workspace, id: $eventsThreadId})
  RETURN sum(t.version) AS total
}
RETURN {total: total, events: events} AS eventsPage
