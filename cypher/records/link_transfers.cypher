// Links context transfers to the threads whose runs they carry.
// params: workspace, carried: [[id, position, threadId, from, to]]
// returns: nothing
UNWIND $carried AS row
OPTIONAL MATCH (x:ContextTransfer {workspace: $workspace, id: row[0]})
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[2]})
CREATE (x)-[:CARRIES {position: row[1], from: row[3], to: row[4]}]->(t)
