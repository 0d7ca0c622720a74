// Which of the transfers that a run took up have a newer one of the same pair and type that is pending.
// params: workspace, runId
// returns: newerPending: [transferId]
MATCH (x:ContextTransfer {workspace: $workspace, takenUpByRunId: $runId})
USING INDEX x:ContextTransfer(workspace, takenUpByRunId)
WHERE x.type IN ['MERGE_BACK', 'SUBAGENT_RESULT']
MATCH (source)<-[:SOURCE]-(x)-[:TARGET]->(target)
WHERE EXISTS {
  MATCH (source)<-[:SOURCE]-(y)-[:TARGET]->(target)
  WHERE y.type = x.type AND y.status = 'PENDING' AND y.made > x.made
}
RETURN collect(x.id) AS newerPending
