// Links context handoffs to the threads whose runs they cover, to the runs that consume them and to the older ones that they supersede.
// params: workspace, covered: [[id, position, threadId, from, to]], consumers: [[id, runId, position]], superseded: [[id, older one's id]]
// returns: nothing
CALL () {
  UNWIND $covered AS row
  OPTIONAL MATCH (h:ContextHandoff {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[2]})
  CREATE (h)-[:COVERS {position: row[1], from: row[3], to: row[4]}]->(t)
}
CALL () {
  UNWIND $consumers AS row
  OPTIONAL MATCH (h:ContextHandoff {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (r:Run {workspace: $workspace, id: row[1]})
  CREATE (r)-[:CONSUMES {position: row[2]}]->(h)
}
CALL () {
  UNWIND $superseded AS row
  OPTIONAL MATCH (h:ContextHandoff {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (old:ContextHandoff {workspace: $workspace, id: row[1]})
  CREATE (h)-[:SUPERSEDES]->(old)
}
