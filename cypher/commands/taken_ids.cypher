// Which of the ids that a command wants to give are taken already, by label; those of what was pruned by the label gone.
// params: workspace, newThreadId, newRunId, newTransferId, newCheckpointIds, newItemIds (each null or empty when not asked)
// returns: taken: [[label, id]]
CALL () {
  MATCH (n:Thread {workspace: $workspace, id: $newThreadId}) RETURN 'thread' AS label, n.id AS id
  UNION ALL
  MATCH (n:Run {workspace: $workspace, id: $newRunId}) RETURN 'run' AS label, n.id AS id
  UNION ALL
  MATCH (n:ContextTransfer {workspace: $workspace, id: $newTransferId}) RETURN 'contextTransfer' AS label, n.id AS id
  UNION ALL
  UNWIND $newCheckpointIds AS wanted
  MATCH (n:Checkpoint {workspace: $workspace, id: wanted}) RETURN 'checkpoint' AS label, n.id AS id
  UNION ALL
  UNWIND $newItemIds AS wanted
  MATCH (n:TurnItem {workspace: $workspace, id: wanted}) RETURN 'turnItem' AS label, n.id AS id
  UNION ALL
  UNWIND [['thread', $newThreadId], ['run', $newRunId]] AS wanted
  MATCH (n:Tombstone {workspace: $workspace, kind: wanted[0], id: wanted[1]}) RETURN 'gone' AS label, n.id AS id
}
RETURN collect([label, id]) AS taken
