// The transfers of one type from a thread to another, in order of creation, with what became of their consumers.
// params: workspace, betweenType, betweenSourceId, betweenTargetId
// returns: between: [ContextTransfer's properties, sourceThreadId, targetThreadId, consumerOrdinal, consumerRolledBack]
MATCH (source:Thread {workspace: $workspace, id: $betweenSourceId})<-[:SOURCE]-(x)
WHERE x.type = $betweenType
MATCH (x)-[:TARGET]->(target) WHERE target.id = $betweenTargetId
OPTIONAL MATCH (consumer:Run {workspace: $workspace, id: x.consumedByRunId})
WITH x, source, target, consumer ORDER BY x.made
RETURN collect(x {.*, createdAt: null, consumedAt: null, sourceThreadId: source.id, targetThreadId: target.id,
  consumerOrdinal: consumer.ordinal, consumerRolledBack: consumer.rolledBackVersion IS NOT NULL}) AS between
