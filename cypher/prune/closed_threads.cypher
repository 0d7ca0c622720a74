// Which threads take no histories from outside: those that were pruned, and those whose texts were deleted on request.
// params: workspace, threadIds
// returns: closedThreads: [[id, 'pruned'|'redacted', at as text]]
UNWIND $threadIds AS id
CALL (id) {
  MATCH (n:Tombstone {workspace: $workspace, kind: 'thread', id: id})
  RETURN 'pruned' AS how, n.at AS at
  UNION ALL
  MATCH (t:Thread {workspace: $workspace, id: id})
  WHERE t.redactedAt IS NOT NULL
  RETURN 'redacted' AS how, t.redactedAt AS at
}
RETURN collect([id, how, toString(at)]) AS closedThreads
