// The threads that a thread descends from by forks, each with where it left its parent.
// params: workspace, id
MATCH (t:Thread {workspace: $workspace, id: $id})
CALL (t) {
  MATCH (t)-[:CHILD_OF* 0.. {by: 'FORK'}]->(a)
  OPTIONAL MATCH (a)-[:FORKED_FROM]->(s)
  RETURN collect({id: a.id, depth: a.depth, sourceThreadId: s.threadId, sourceOrdinal: s.ordinal}) AS line
}
RETURN {line: line} AS answer
