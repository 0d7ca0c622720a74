// Which of things were pruned.
// params: workspace, buriedAs: [[kind, id]]
// returns: tombstonesOf: [{kind, id, rootId, at: as text}]
UNWIND $buriedAs AS asked
MATCH (n:Tombstone {workspace: $workspace, kind: asked[0], id: asked[1]})
RETURN collect({kind: n.kind, id: n.id, rootId: n.rootId, at: toString(n.at)}) AS tombstonesOf
