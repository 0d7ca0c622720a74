// The lineage trees that what is to be imported has to do with: those of these threads, of these runs, and of threads that wait for one of these as their parent.
// params: workspace, threadIds, runIds, awaited: [thread id]
// returns: storedRoots: [root thread id]
CALL () {
  UNWIND $threadIds AS id
  MATCH (t:Thread {workspace: $workspace, id: id})
  RETURN t.rootId AS rootId
  UNION
  UNWIND $runIds AS id
  MATCH (r:Run {workspace: $workspace, id: id})
  MATCH (t:Thread {workspace: $workspace, id: r.threadId})
  RETURN t.rootId AS rootId
  UNION
  UNWIND $awaited AS id
  MATCH (t:Thread {workspace: $workspace, awaitedParentId: id})
  USING INDEX t:Thread(workspace, awaitedParentId)
  RETURN t.rootId AS rootId
}
WITH DISTINCT rootId
RETURN collect(rootId) AS storedRoots
