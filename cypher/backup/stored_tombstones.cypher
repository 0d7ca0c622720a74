// The next tombstones of what was pruned, by kind and id.
// params: workspace, tombstonesAfter: [kind, id] of the one before them, tombstonesFirst
// returns: storedTombstones: [{set}], times as text
CALL () {
  MATCH (n:Tombstone {workspace: $workspace, kind: $tombstonesAfter[0]})
  USING INDEX n:Tombstone(workspace, kind, id)
  WHERE n.id > $tombstonesAfter[1]
  RETURN n ORDER BY n.id LIMIT $tombstonesFirst
  UNION ALL
  MATCH (n:Tombstone {workspace: $workspace})
  USING INDEX n:Tombstone(workspace, kind, id)
  WHERE n.kind > $tombstonesAfter[0] AND n.id IS NOT NULL
  RETURN n ORDER BY n.kind, n.id LIMIT $tombstonesFirst
}
WITH n ORDER BY n.kind, n.id LIMIT $tombstonesFirst
RETURN collect({set: n {.*, at: toString(n.at)}}) AS storedTombstones
