// All that decides a thread's history, what its provider threads know, and how its next run starts.
// params: workspace, asks: [{id|providerThreadId, asOf: version|null, turnsFrom: ordinal|null, withTurns: boolean, takenUpBy: runId|null}]
// returns: threadFacts: [{ask, id, line, inherited, lastRun, providerThreads, transfers, forkSource}]
UNWIND $asks AS ask
CALL (ask) {
  MATCH (t:Thread {workspace: $workspace, id: ask.id})
  RETURN t
  UNION
  MATCH (:ProviderThread {workspace: $workspace, id: ask.providerThreadId})-[:SERVES]->(t)
  RETURN t
}
CALL (t) {
  MATCH (t)-[:CHILD_OF* 0.. {by: 'FORK'}]->(a)
  OPTIONAL MATCH (a)-[left:FORKED_FROM|SPAWNED_BY]->(s)
  WITH a, left, s ORDER BY a.depth DESC
  RETURN collect([a.id, a.rootId, a.parentId, a.relationshipToParent, a.version, a.depth, a.made, s.threadId, s.ordinal, left.sourceVersion]) AS line
}
CALL (t) {
  MATCH (t)-[:CHILD_OF* 0.. {by: 'FORK'}]->()-[:FORKED_FROM]->(s)
  WITH s.threadId AS threadId, max(s.ordinal) AS cut
  MATCH (r:Run {workspace: $workspace, threadId: threadId})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal <= cut AND r.begunVersion IS NOT NULL
  WITH threadId, r.endedAs AS endedAs, r.checkpointVersion IS NOT NULL AS checkpointed, r.rolledBackVersion AS rolledBackVersion,
    collect(r.ordinal) AS ordinals, sum(r.characters) AS characters
  RETURN collect([threadId, endedAs, checkpointed, rolledBackVersion, false, ordinals, characters]) AS inherited
}
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal > 0
  WITH r ORDER BY r.ordinal DESC LIMIT 1
  MATCH (r)-[:RAN_ON]->(p)
  RETURN collect(r {.id, .threadId, .ordinal, .status, .provider, .endedAs, .begunVersion, .rolledBackVersion, .droppedNatively, providerThreadId: p.id}) AS lastRuns
}
CALL (t, ask) {
  CALL (t, ask) {
    MATCH (t)<-[:SERVES]-(p)
    WHERE ask.asOf IS NULL OR p.madeVersion <= ask.asOf
    RETURN p, ask.turnsFrom AS turnsFrom
    UNION
    MATCH (t)<-[:TARGET]-(x {type: 'FORK'})
    WHERE x.status = 'PENDING' OR x.takenUpByRunId = ask.takenUpBy
    MATCH (t)-[:FORKED_FROM]->(s)-[:RAN_ON]->(p)
    RETURN p, s.ordinal AS turnsFrom
  }
  MATCH (p)-[:SERVES]->(served)
  CALL (p, ask) {
    MATCH (p)<-[:RAN_ON]-(r)
    WHERE r.begunVersion IS NOT NULL AND (ask.asOf IS NULL OR r.begunVersion <= ask.asOf)
    WITH CASE WHEN ask.asOf IS NULL OR r.finishedVersion <= ask.asOf THEN r.endedAs END AS endedAs,
      r.checkpointVersion IS NOT NULL AND (ask.asOf IS NULL OR r.checkpointVersion <= ask.asOf) AS checkpointed,
      CASE WHEN ask.asOf IS NULL OR r.rolledBackVersion <= ask.asOf THEN r.rolledBackVersion END AS rolledBackVersion,
      r.droppedNatively AS dropped, r.ordinal AS ordinal, r.characters AS characters
    WITH endedAs, checkpointed, rolledBackVersion, dropped, collect(ordinal) AS ordinals, sum(characters) AS characters
    RETURN collect([null, endedAs, checkpointed, rolledBackVersion, dropped, ordinals, characters]) AS runs
  }
  CALL (p, ask) {
    MATCH (p)<-[:INTO]-(h)<-[c:CONSUMES]-(r)
    WHERE r.begunVersion IS NOT NULL AND (ask.asOf IS NULL OR r.begunVersion <= ask.asOf)
    RETURN collect([h.id, CASE WHEN ask.asOf IS NULL THEN h.status ELSE 'READY' END, r.ordinal, c.position, r.rolledBackVersion IS NOT NULL AND (ask.asOf IS NULL OR r.rolledBackVersion <= ask.asOf),
      [(h)-[covers:COVERS]->(covered) | [covers.position, covered.id, covers.from, covers.to]]]) AS handoffs
  }
  CALL (p, ask, turnsFrom) {
    WITH p, ask, turnsFrom WHERE ask.withTurns
    MATCH (p)<-[:RAN_ON]-(r)
    WHERE r.begunVersion IS NOT NULL AND NOT r.droppedNatively AND (r.rolledBackVersion IS NOT NULL OR r.ordinal >= turnsFrom)
    RETURN collect([r.ordinal, [(r)-[:TOOK]->(u) | [u.index, u.nativeTurnRef]]]) AS turns
  }
  CALL (p, ask, turnsFrom) {
    OPTIONAL MATCH (p)<-[:RAN_ON]-(r)
    WHERE ask.withTurns AND r.begunVersion IS NOT NULL AND r.rolledBackVersion IS NULL AND (turnsFrom IS NULL OR r.ordinal < turnsFrom)
    WITH r ORDER BY r.ordinal DESC LIMIT 1
    RETURN CASE WHEN r IS NOT NULL THEN [r.ordinal, [(r)-[:TOOK]->(u) | [u.index, u.nativeTurnRef]]] END AS keptTurns
  }
  CALL (p, served) {
    OPTIONAL MATCH (served)-[:FORKED_FROM]->(s) WHERE EXISTS { (p)-[:NATIVE_FORK_OF]->() } OR EXISTS { (p)<-[:ADOPTED_BY]-() }
    OPTIONAL MATCH (s)-[:TOOK]->(u)
    WITH s, u ORDER BY u.index DESC LIMIT 1
    RETURN CASE WHEN s IS NOT NULL THEN [s.threadId, s.ordinal, u.nativeTurnRef] END AS forkedAt
  }
  CALL (p) {
    CALL (p) {
      MATCH (p)-[steps:NATIVE_FORK_OF*]->()-[c:COMPACTED]->(r)
      RETURN startNode(last(steps)) AS left, c, r, false AS adopted
      UNION ALL
      MATCH (p)-[:NATIVE_FORK_OF*0..]->(left)<-[:ADOPTED_BY]-()-[c:COMPACTED]->(r)
      RETURN left, c, r, true AS adopted
    }
    MATCH (left)-[:SERVES]->()-[:FORKED_FROM]->(cut)
    RETURN collect([r.threadId, r.ordinal, c.made, left.made, cut.ordinal, adopted]) AS originCompactions
  }
  RETURN collect(p {
    .*,
    createdAt: null,
    threadId: served.id,
    runs: runs,
    handoffs: handoffs,
    turns: turns,
    keptTurns: keptTurns,
    forkedAt: forkedAt,
    adopted: EXISTS { (p)-[:ADOPTED_BY]->() },
    inherits: [(p)-[i:INHERITS]->(along) | [along.id, i.from, i.to]],
    compactions: [(p)-[c:COMPACTED]->(r) WHERE ask.asOf IS NULL OR c.version <= ask.asOf | r.ordinal],
    originCompactions: originCompactions
  }) AS providerThreads
}
CALL (t, ask) {
  MATCH (source)<-[:SOURCE]-(x)-[:TARGET]->(t)
  WHERE x.status = 'PENDING' OR (x.type = 'SUBAGENT_SPAWN' AND x.status = 'RESOLVED_NATIVE')
    OR (x.takenUpByRunId = ask.takenUpBy AND x.status IN ['RESOLVED_NATIVE', 'RESOLVED_PORTABLE'] AND x.type <> 'PROVIDER_HANDOFF')
  RETURN collect(x {.*, createdAt: null, consumedAt: null, sourceThreadId: source.id, targetThreadId: t.id, carries: [(x)-[c:CARRIES]->(carried) | [c.position, carried.id, c.from, c.to]]}) AS transfers
}
CALL (t, ask) {
  OPTIONAL MATCH (t)<-[:TARGET]-(x {type: 'FORK'})-[:SOURCE]->(parent)
  WHERE x.status = 'PENDING' OR x.takenUpByRunId = ask.takenUpBy
  OPTIONAL MATCH (t)-[:FORKED_FROM]->(s)-[:RAN_ON]->(p)
  WHERE x IS NOT NULL
  CALL (s) {
    MATCH (latest:Run {workspace: $workspace, threadId: s.threadId})
    USING INDEX latest:Run(workspace, threadId, ordinal)
    WHERE latest.ordinal > 0
    WITH latest ORDER BY latest.ordinal DESC LIMIT 1
    WITH latest WHERE latest.status IN ['PREPARING', 'RUNNING']
    MATCH (latest)-[:RAN_ON]->(busy)
    RETURN collect(busy.id) AS busyIds
  }
  RETURN CASE WHEN s IS NOT NULL THEN {
    run: s {.id, .threadId, .ordinal, .status, .provider, .endedAs, .begunVersion, .rolledBackVersion, .droppedNatively, providerThreadId: p.id},
    active: p.id IN busyIds,
    fromSubagent: parent.relationshipToParent = 'SUBAGENT'
  } END AS forkSource
}
RETURN collect({ask: ask, id: t.id, line: line, inherited: inherited, lastRun: head(lastRuns), providerThreads: providerThreads, transfers: transfers, forkSource: forkSource}) AS threadFacts
