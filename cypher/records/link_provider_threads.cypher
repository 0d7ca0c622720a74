// Links provider threads to those that they were natively forked from or adopted.
// params: workspace, nativeForks: [[id, origin's id]], adoptions: [[id, origin's id]]
// returns: nothing
CALL () {
  UNWIND $nativeForks AS row
  OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (origin:ProviderThread {workspace: $workspace, id: row[1]})
  CREATE (p)-[:NATIVE_FORK_OF]->(origin)
}
CALL () {
  UNWIND $adoptions AS row
  OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row[0]})
  OPTIONAL MATCH (origin:ProviderThread {workspace: $workspace, id: row[1]})
  CREATE (p)<-[:ADOPTED_BY]-(origin)
}
