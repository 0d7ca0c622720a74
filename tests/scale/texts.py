"""The queries that plant large trees."""

LOCK = "UNWIND $rows AS row CREATE (:ThreadLock {workspace: $workspace, id: row.id, made: row.made})"

THREADS = """
UNWIND $rows AS row
CREATE (t:Thread {workspace: $workspace, id: row.id, title: row.id, createdBy: 'USER', rootId: row.rootId, parentId: row.parentId,
  relationshipToParent: CASE WHEN row.parentId IS NOT NULL THEN 'FORK' END, depth: row.depth, made: row.made, version: row.version,
  createdAt: datetime(), updatedAt: datetime()})
WITH t, row
CALL (row) {
  UNWIND range(1, row.version) AS version
  CREATE (:LineageEvent {workspace: $workspace, threadId: row.id, version: version, at: datetime(), payload: '{}',
    type: CASE WHEN version = 1 THEN 'thread.created' ELSE ['run.started', 'run.begun', 'run.finished'][(version - 2) % 3] END})
}
CALL (t, row) {
  UNWIND range(1, CASE WHEN row.clean THEN row.runs WHEN row.runs > 0 THEN 1 ELSE 0 END) AS first
  CREATE (t)<-[:SERVES]-(p:ProviderThread {workspace: $workspace, id: row.id + '/codex/' + first, provider: 'codex', status: 'ACTIVE',
    nativeThreadRef: row.id + '/session/' + first, nativeRefStrength: 'STRONG', historyMode: 'LEGACY', madeForRunId: row.id + '/' + first,
    madeVersion: 3 * first - 1, made: row.made + 1 + first, createdAt: datetime()})
}
CALL (t, row) {
  UNWIND range(1, row.runs) AS ordinal
  MATCH (p:ProviderThread {workspace: $workspace, id: row.id + '/codex/' + CASE WHEN row.clean THEN ordinal ELSE 1 END})
  USING INDEX p:ProviderThread(workspace, id)
  CREATE (t)<-[:IN]-(r:Run {workspace: $workspace, id: row.id + '/' + ordinal, threadId: row.id, ordinal: ordinal, provider: 'codex',
    status: 'COMPLETED', endedAs: 'COMPLETED', message: 'Do it', cleanContext: row.clean, maxOffProviderRuns: 20, maxChainedHandoffs: 5,
    maxDeltaRanges: 1, droppedNatively: false, nativeStartFailed: false, itemCount: 0, characters: 5, createdAt: datetime(),
    startedAt: datetime(), finishedAt: datetime(), begunVersion: 3 * ordinal, finishedVersion: 3 * ordinal + 1})-[:RAN_ON]->(p)
  CREATE (r)-[:TOOK]->(:ProviderTurn {workspace: $workspace, runId: r.id, index: 0, nativeTurnRef: r.id + '/turn'})
}
CALL (row) {
  MATCH (r:Run {workspace: $workspace, threadId: row.id, ordinal: row.runs})
  USING INDEX r:Run(workspace, threadId, ordinal)
  SET r.checkpointVersion = r.finishedVersion
  CREATE (r)-[:HAS_CHECKPOINT]->(:Checkpoint {workspace: $workspace, id: r.id + '/checkpoint', createdAt: datetime()})
}
CALL (row) {
  WITH row WHERE NOT row.clean
  UNWIND range(2, row.runs) AS ordinal
  MATCH (r:Run {workspace: $workspace, threadId: row.id, ordinal: ordinal})
  USING INDEX r:Run(workspace, threadId, ordinal)
  MATCH (before:Run {workspace: $workspace, threadId: row.id, ordinal: ordinal - 1})
  USING INDEX before:Run(workspace, threadId, ordinal)
  CREATE (r)-[:CONTINUES]->(before)
}
"""

FORKS = """
UNWIND $rows AS row
MATCH (t:Thread {workspace: $workspace, id: row.id})
USING INDEX t:Thread(workspace, id)
MATCH (parent:Thread {workspace: $workspace, id: row.parentId})
USING INDEX parent:Thread(workspace, id)
MATCH (source:Run {workspace: $workspace, threadId: row.sourceThreadId, ordinal: row.sourceOrdinal})-[:RAN_ON]->(origin)
USING INDEX source:Run(workspace, threadId, ordinal)
CREATE (t)-[:CHILD_OF {by: 'FORK'}]->(parent)
CREATE (t)-[:FORKED_FROM {sourceVersion: row.sourceVersion}]->(source)
CREATE (parent)<-[:SOURCE]-(x:ContextTransfer {workspace: $workspace, id: row.id + '/fork', type: 'FORK', status: 'PENDING', createdBy: 'USER',
  sourceKind: 'RUN', sourceProvider: 'codex', sourcePointThreadId: source.threadId, sourcePointOrdinal: source.ordinal,
  sourcePointRunId: source.id, made: row.made, createdAt: datetime()})-[:TARGET]->(t)
WITH t, x, row, source, origin WHERE row.started
MATCH (r:Run {workspace: $workspace, threadId: row.id, ordinal: 1})-[:RAN_ON]->(p)
USING INDEX r:Run(workspace, threadId, ordinal)
CREATE (p)-[:NATIVE_FORK_OF]->(origin)
CREATE (r)-[:CONTINUES]->(source)
SET x += {status: 'CONSUMED', targetProvider: 'codex', resolution: 'NATIVE_FORK', resolutionRef: origin.nativeThreadRef,
  takenUpByRunId: r.id, consumedByRunId: r.id, consumedAt: datetime()}
"""

INHERITS = """
UNWIND $rows AS row
MATCH (p:ProviderThread {workspace: $workspace, id: row.id + '/codex/1'})
USING INDEX p:ProviderThread(workspace, id)
MATCH (t:Thread {workspace: $workspace, id: row.threadId})
USING INDEX t:Thread(workspace, id)
CREATE (p)-[:INHERITS {from: row.from, to: row.to}]->(t)
"""

CLEAN_STARTS = """
UNWIND $rows AS row
MATCH (t:Thread {workspace: $workspace, id: row.id})
USING INDEX t:Thread(workspace, id)
MATCH (r:Run {workspace: $workspace, threadId: row.id})-[:RAN_ON]->(p)
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.ordinal > 1
MATCH (before:Run {workspace: $workspace, threadId: row.id, ordinal: r.ordinal - 1})
USING INDEX before:Run(workspace, threadId, ordinal)
CREATE (t)<-[:SOURCE]-(x:ContextTransfer {workspace: $workspace, id: r.id + '/transfer', type: 'PROVIDER_HANDOFF', status: 'CONSUMED',
  createdBy: 'SYSTEM', sourceProvider: 'codex', targetProvider: 'codex', sourcePointThreadId: row.id, sourcePointOrdinal: before.ordinal,
  sourcePointRunId: before.id, resolution: 'PORTABLE_CONTEXT', resolutionHandoffId: r.id + '/handoff', takenUpByRunId: r.id,
  consumedByRunId: r.id, consumedAt: datetime(), made: row.made + 2 * r.ordinal, createdAt: datetime()})-[:TARGET]->(t)
CREATE (p)<-[:INTO]-(h:ContextHandoff {workspace: $workspace, id: r.id + '/handoff', threadId: row.id, targetRunId: r.id, status: 'READY',
  strategy: 'FULL_THREAD_SUMMARY', kind: 'PORTABLE_CONTEXT', summarySource: 'DETERMINISTIC', summaryText: 'All so far', payload: '{}',
  made: row.made + 2 * r.ordinal + 1, createdAt: datetime(), updatedAt: datetime()})-[:MATERIALIZES]->(x)
CREATE (r)-[:CONSUMES {position: 0}]->(h)
CREATE (h)-[:COVERS {position: 0, from: 1, to: before.ordinal}]->(t)
"""
