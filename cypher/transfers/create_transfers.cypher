// Makes context transfers between threads. The run at the source point gives its id, its provider and its checkpoint, the run at the base point its id.
// params: workspace, createTransfers: [{set: ContextTransfer's properties, sourceThreadId, targetThreadId, source: [threadId, ordinal], base: [threadId, ordinal]|null, carries: [[threadId, from, to]]}]
// returns: nothing
UNWIND $createTransfers AS row
MATCH (source:Thread {workspace: $workspace, id: row.sourceThreadId})
OPTIONAL MATCH (target:Thread {workspace: $workspace, id: row.targetThreadId})
OPTIONAL MATCH (at:Run {workspace: $workspace, threadId: row.source[0], ordinal: row.source[1]})
OPTIONAL MATCH (base:Run {workspace: $workspace, threadId: row.base[0], ordinal: row.base[1]})
CREATE (source)<-[:SOURCE]-(x:ContextTransfer {workspace: $workspace})-[:TARGET]->(target)
SET x += row.set, x.sourceProvider = at.provider,
  x.sourcePointThreadId = at.threadId, x.sourcePointOrdinal = at.ordinal, x.sourcePointRunId = at.id,
  x.sourcePointCheckpointId = head([(at)-[:HAS_CHECKPOINT]->(k) | k.id]),
  x.basePointThreadId = base.threadId, x.basePointOrdinal = base.ordinal, x.basePointRunId = base.id
WITH x, source, row
CALL (x, source) {
  WITH x, source WHERE x.type = 'MERGE_BACK'
  MATCH (source)-[:FORKED_FROM]->(left)
  CREATE (:StatsFact {workspace: $workspace, threadId: source.id, at: x.createdAt, figure: 'MERGE_BACK', provider: left.provider, model: left.model, count: 1})
}
CALL (x, row) {
  UNWIND range(0, size(row.carries) - 1) AS position
  MATCH (carried:Thread {workspace: $workspace, id: row.carries[position][0]})
  CREATE (x)-[:CARRIES {position: position, from: row.carries[position][1], to: row.carries[position][2]}]->(carried)
}
