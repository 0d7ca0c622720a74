// Makes the threads that runs name and those that they are in the same, and gives runs back the ordinals that they were started with.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
OPTIONAL MATCH (r)-[:IN]->(t)
WITH r, collect(t) AS threads
OPTIONAL MATCH (named:Thread {workspace: $workspace, id: r.threadId})
WITH r, threads, named, head([(r)-[:RAN_ON]->()-[:SERVES]->(served) | served]) AS served
WITH r, threads, coalesce(CASE WHEN named = served OR size(threads) = 0 THEN named END, CASE WHEN size(threads) = 1 THEN threads[0] END) AS home
WHERE home IS NOT NULL
CALL (r, home) {
  MATCH (e:LineageEvent {workspace: $workspace, threadId: home.id})
  USING INDEX e:LineageEvent(workspace, threadId, version)
  WHERE e.version IS NOT NULL AND e.type = 'run.started' AND e.payload STARTS WITH '{"runId":"' + replace(replace(r.id, '\\', '\\\\'), '"', '\\"') + '","ordinal":'
  RETURN head(collect(toInteger(split(split(e.payload, '","ordinal":')[1], ',')[0]))) AS told
}
WITH r, threads, home, coalesce(told, r.ordinal) AS ordinal
WHERE threads <> [home] OR NOT coalesce(r.threadId = home.id AND r.ordinal = ordinal, false)
CALL (r, home) {
  WITH r, home WHERE NOT EXISTS { (r)-[:IN]->(home) }
  CREATE (r)-[:IN]->(home)
}
CALL (r, home) {
  MATCH (r)-[old:IN]->(other) WHERE other <> home
  DELETE old
}
SET r.threadId = home.id, r.ordinal = ordinal
RETURN {total: count(*), changes: collect({about: {run: r.id}, set: {threadId: home.id, ordinal: ordinal}})[..$most]} AS repaired
