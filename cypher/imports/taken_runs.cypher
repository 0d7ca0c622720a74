// To which threads runs and provider threads with these ids belong already.
// params: workspace, newRunIds: [id], newProviderThreadIds: [id]
// returns: takenRuns: [[label, id, thread id]]
CALL () {
  UNWIND $newRunIds AS id
  MATCH (r:Run {workspace: $workspace, id: id})
  RETURN 'Run' AS label, id, r.threadId AS threadId
  UNION ALL
  UNWIND $newProviderThreadIds AS id
  MATCH (p:ProviderThread {workspace: $workspace, id: id})-[:SERVES]->(t)
  RETURN 'ProviderThread' AS label, id, t.id AS threadId
}
RETURN collect([label, id, threadId]) AS takenRuns
