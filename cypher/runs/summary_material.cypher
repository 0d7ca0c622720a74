// What a summary of runs is made from: their messages, items and checkpoints.
// params: workspace, materialOf: [[threadId, from, to]]
// returns: material: [[threadId, ordinal, provider, status, message, items: [[index, kind, text, data]], checkpoint: [id, workspaceRef, diffSummary]|null]]
UNWIND $materialOf AS part
MATCH (r:Run {workspace: $workspace, threadId: part[0]})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE part[1] <= r.ordinal <= part[2]
RETURN collect([r.threadId, r.ordinal, r.provider, coalesce(r.endedAs, r.status), r.message,
  [(r)-[:HAS_ITEM]->(i) | [i.index, i.kind, i.text, i.data]],
  head([(r)-[:HAS_CHECKPOINT]->(k) | [k.id, k.workspaceRef, k.diffSummary]])]) AS material
