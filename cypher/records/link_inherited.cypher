// Links provider threads to the threads whose runs they took along.
// params: workspace, inherited: [[id, threadId, from, to]]
// returns: nothing
UNWIND $inherited AS row
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row[0]})
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[1]})
CREATE (p)-[:INHERITS {from: row[2], to: row[3]}]->(t)
