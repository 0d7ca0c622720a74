// Context transfers, with their threads and what they carry.
// params: workspace, transferIds
// returns: recordTransfers: [{set, sourceThreadId, targetThreadId, carries: [[position, threadId, from, to]]}], times as text
UNWIND $transferIds AS id
MATCH (x:ContextTransfer {workspace: $workspace, id: id})
MATCH (source)<-[:SOURCE]-(x)-[:TARGET]->(target)
RETURN collect({
  set: x {.*, createdAt: toString(x.createdAt), consumedAt: toString(x.consumedAt)},
  sourceThreadId: source.id,
  targetThreadId: target.id,
  carries: [(x)-[part:CARRIES]->(t) | [part.position, t.id, part.from, part.to]]
}) AS recordTransfers
