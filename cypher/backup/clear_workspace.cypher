// Deletes some of what a workspace holds, whatever it is.
// params: workspace, atMost: things
// returns: cleared: how many
CALL () {
  MATCH (n:TurnItem {workspace: $workspace}) USING INDEX n:TurnItem(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:ProviderTurn {workspace: $workspace}) USING INDEX n:ProviderTurn(workspace, runId, index) WHERE n.runId IS NOT NULL AND n.index IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Checkpoint {workspace: $workspace}) USING INDEX n:Checkpoint(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:LineageEvent {workspace: $workspace}) USING INDEX n:LineageEvent(workspace, threadId, version) WHERE n.threadId IS NOT NULL AND n.version IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:ContextHandoff {workspace: $workspace}) USING INDEX n:ContextHandoff(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:ContextTransfer {workspace: $workspace}) USING INDEX n:ContextTransfer(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Run {workspace: $workspace}) USING INDEX n:Run(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:ProviderThread {workspace: $workspace}) USING INDEX n:ProviderThread(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Thread {workspace: $workspace}) USING INDEX n:Thread(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:ThreadLock {workspace: $workspace}) USING INDEX n:ThreadLock(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Provider {workspace: $workspace}) USING INDEX n:Provider(workspace, kind) WHERE n.kind IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:CommandReceipt {workspace: $workspace}) USING INDEX n:CommandReceipt(workspace, commandId) WHERE n.commandId IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:StatsFact {workspace: $workspace}) USING INDEX n:StatsFact(workspace, threadId) WHERE n.threadId IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:StatsHour {workspace: $workspace}) USING INDEX n:StatsHour(workspace, start, provider, model) WHERE n.start IS NOT NULL AND n.provider IS NOT NULL AND n.model IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:StatsLate {workspace: $workspace}) USING INDEX n:StatsLate(workspace, id) WHERE n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:StatsRollup {workspace: $workspace}) USING INDEX n:StatsRollup(workspace) RETURN n
  UNION ALL
  MATCH (n:Tombstone {workspace: $workspace}) USING INDEX n:Tombstone(workspace, kind, id) WHERE n.kind IS NOT NULL AND n.id IS NOT NULL RETURN n
}
WITH n LIMIT $atMost
DETACH DELETE n
RETURN count(*) AS cleared
