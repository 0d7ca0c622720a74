// Makes runs as the rows say, with their provider turns; times are null or [seconds since 1970, nanoseconds].
// params: workspace, newRuns: [[providerThreadId, [nativeTurnRef], id, threadId, ordinal, status, endedAs, provider, model, runtimeMode, message, failureReason, cleanContext, maxOffProviderRuns, maxChainedHandoffs, maxDeltaRanges, maxCompactedRuns, droppedNatively, nativeStartFailed, itemCount, characters, begunVersion, finishedVersion, checkpointVersion, rolledBackVersion, place, spawns, createdAt, startedAt, finishedAt]]
// returns: nothing
UNWIND $newRuns AS row
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: row[3]})
OPTIONAL MATCH (p:ProviderThread {workspace: $workspace, id: row[0]})
CREATE (t)<-[:IN]-(r:Run {
  workspace: $workspace, id: row[2], threadId: row[3], ordinal: row[4], status: row[5], endedAs: row[6], provider: row[7],
  model: row[8], runtimeMode: row[9], message: row[10], failureReason: row[11], cleanContext: row[12],
  maxOffProviderRuns: row[13], maxChainedHandoffs: row[14], maxDeltaRanges: row[15], maxCompactedRuns: row[16],
  droppedNatively: row[17], nativeStartFailed: row[18], itemCount: row[19], characters: row[20],
  begunVersion: row[21], finishedVersion: row[22], checkpointVersion: row[23], rolledBackVersion: row[24],
  place: row[25], spawns: row[26],
  createdAt: datetime({epochSeconds: row[27][0], nanosecond: row[27][1]}),
  startedAt: CASE WHEN row[28] IS NOT NULL THEN datetime({epochSeconds: row[28][0], nanosecond: row[28][1]}) END,
  finishedAt: CASE WHEN row[29] IS NOT NULL THEN datetime({epochSeconds: row[29][0], nanosecond: row[29][1]}) END
})-[:RAN_ON]->(p)
WITH r, row
UNWIND range(0, size(row[1]) - 1) AS index
CREATE (r)-[:TOOK]->(:ProviderTurn {workspace: $workspace, runId: row[2], index: index, nativeTurnRef: row[1][index]})
