// Makes transfers' source providers, points, consumers, their times and resolutions those of the runs and handoffs that they name.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (x:ContextTransfer {workspace: $workspace})
USING INDEX x:ContextTransfer(workspace, id)
WHERE x.id IS NOT NULL
OPTIONAL MATCH (named:Run {workspace: $workspace, id: x.sourcePointRunId})
OPTIONAL MATCH (placed:Run {workspace: $workspace, threadId: x.sourcePointThreadId, ordinal: x.sourcePointOrdinal})
OPTIONAL MATCH (baseNamed:Run {workspace: $workspace, id: x.basePointRunId})
OPTIONAL MATCH (basePlaced:Run {workspace: $workspace, threadId: x.basePointThreadId, ordinal: x.basePointOrdinal})
OPTIONAL MATCH (taker:Run {workspace: $workspace, id: coalesce(x.takenUpByRunId, x.consumedByRunId)})
OPTIONAL MATCH (h:ContextHandoff {workspace: $workspace, id: x.resolutionHandoffId})
WITH x, coalesce(named, placed) AS source, coalesce(baseNamed, basePlaced) AS base, taker,
  CASE WHEN EXISTS { (h)-[:MATERIALIZES]->(x) } THEN h END AS h,
  [(x)-[:TARGET]->(t) | t.id] AS targets
WITH x, source, base, h, CASE WHEN targets = [taker.threadId] AND taker.begunVersion IS NOT NULL THEN taker END AS consumer
WITH x, {
  sourcePointThreadId: coalesce(source.threadId, x.sourcePointThreadId),
  sourcePointOrdinal: coalesce(source.ordinal, x.sourcePointOrdinal),
  sourcePointRunId: coalesce(source.id, x.sourcePointRunId),
  sourceProvider: coalesce(source.provider, x.sourceProvider),
  basePointThreadId: coalesce(base.threadId, x.basePointThreadId),
  basePointOrdinal: coalesce(base.ordinal, x.basePointOrdinal),
  basePointRunId: coalesce(base.id, x.basePointRunId),
  consumedByRunId: CASE WHEN x.status = 'CONSUMED' THEN coalesce(x.consumedByRunId, consumer.id) ELSE x.consumedByRunId END,
  consumedAt: CASE WHEN x.status = 'CONSUMED' THEN coalesce(x.consumedAt, consumer.startedAt) ELSE x.consumedAt END,
  targetProvider: CASE WHEN x.status = 'CONSUMED' THEN coalesce(x.targetProvider, consumer.provider) ELSE x.targetProvider END,
  resolution: CASE WHEN h.kind IN ['PORTABLE_CONTEXT', 'DELTA_CONTEXT', 'CHECKPOINT_CONTEXT'] AND x.resolutionRef IS NULL THEN h.kind ELSE x.resolution END
} AS facts
WITH x, facts, [name IN keys(facts) WHERE NOT coalesce(x[name] = facts[name], x[name] IS NULL AND facts[name] IS NULL)] AS changed
WHERE size(changed) > 0
SET x += facts
RETURN {total: count(*), changes: collect({about: {transfer: x.id}, set: {changed: changed}})[..$most]} AS repaired
