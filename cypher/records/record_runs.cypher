// Runs of threads by their ordinals, with the links and parts that are theirs.
// params: workspace, runRanges: [[threadId, from, to]]
// returns: recordRuns: [{set, providerThreadId, continues, turns: [[index, nativeTurnRef]], checkpoint: properties|null}], times as text
UNWIND $runRanges AS part
MATCH (r:Run {workspace: $workspace, threadId: part[0]})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE part[1] <= r.ordinal <= part[2]
RETURN collect({
  set: r {.*, createdAt: toString(r.createdAt), startedAt: toString(r.startedAt), finishedAt: toString(r.finishedAt)},
  providerThreadId: head([(r)-[:RAN_ON]->(p) | p.id]),
  continues: head([(r)-[:CONTINUES]->(before) | before.id]),
  turns: [(r)-[:TOOK]->(u) | [u.index, u.nativeTurnRef]],
  checkpoint: head([(r)-[:HAS_CHECKPOINT]->(k) | k {.*, createdAt: toString(k.createdAt)}])
}) AS recordRuns
