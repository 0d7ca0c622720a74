// The threads of lineage trees with all that recording more of them has to know.
// params: workspace, roots: [root thread id]
// returns: storedThreads: [{thread: properties, source: [threadId, ordinal, runId], sourceVersion, sessions, runs}], parents first
UNWIND $roots AS rootId
MATCH (t:Thread {workspace: $workspace, rootId: rootId})
USING INDEX t:Thread(workspace, rootId, depth, made)
WHERE t.depth IS NOT NULL AND t.made IS NOT NULL
OPTIONAL MATCH (t)-[left:FORKED_FROM|SPAWNED_BY]->(s)
CALL (t) {
  MATCH (t)<-[:SERVES]-(p)
  RETURN collect({
    set: p {.*}, forkOf: head([(p)-[:NATIVE_FORK_OF]->(origin) | origin.id]), adopts: head([(p)<-[:ADOPTED_BY]-(origin) | origin.id]),
    inherits: [(p)-[i:INHERITS]->(along) | [along.id, i.from, i.to]]
  }) AS sessions
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal IS NOT NULL
  MATCH (r)-[:RAN_ON]->(p)
  WITH r, p ORDER BY r.ordinal
  RETURN collect({
    id: r.id, ordinal: r.ordinal, sessionId: p.id, startedAt: r.startedAt, finishedAt: r.finishedAt, status: r.status,
    begunVersion: r.begunVersion, finishedVersion: r.finishedVersion, rolledBackVersion: r.rolledBackVersion, dropped: r.droppedNatively,
    itemCount: r.itemCount, characters: r.characters, turns: COUNT { (r)-[:TOOK]->() }, place: r.place, spawns: r.spawns,
    checkpointId: head([(r)-[:HAS_CHECKPOINT]->(k) | k.id]),
    handoffs: COUNT { (r)-[:CONSUMES]->()-[:MATERIALIZES]->(x) WHERE x.type <> 'SUBAGENT_RESULT' },
    covers: [(r)-[:CONSUMES]->(h)-[c:COVERS]->(covered) WHERE h.status = 'READY' | [covered.id, c.from, c.to]]
  }) AS runs
}
WITH t, left, s, sessions, runs ORDER BY t.rootId, t.depth, t.made
RETURN collect({
  thread: t {.*}, source: CASE WHEN s IS NOT NULL THEN [s.threadId, s.ordinal, s.id] END, sourceVersion: left.sourceVersion,
  sessions: sessions, runs: runs
}) AS storedThreads
