// Whether a workspace holds anything that a restore would meet.
// params: workspace
// returns: isOccupied: true or false
RETURN EXISTS { MATCH (n:Thread {workspace: $workspace}) USING INDEX n:Thread(workspace, id) WHERE n.id IS NOT NULL }
  OR EXISTS { MATCH (n:ThreadLock {workspace: $workspace}) USING INDEX n:ThreadLock(workspace, id) WHERE n.id IS NOT NULL }
  OR EXISTS { MATCH (n:Run {workspace: $workspace}) USING INDEX n:Run(workspace, id) WHERE n.id IS NOT NULL }
  OR EXISTS { MATCH (n:Provider {workspace: $workspace}) USING INDEX n:Provider(workspace, kind) WHERE n.kind IS NOT NULL }
  OR EXISTS { MATCH (n:CommandReceipt {workspace: $workspace}) USING INDEX n:CommandReceipt(workspace, commandId) WHERE n.commandId IS NOT NULL }
  OR EXISTS { MATCH (n:Tombstone {workspace: $workspace}) USING INDEX n:Tombstone(workspace, kind, id) WHERE n.kind IS NOT NULL AND n.id IS NOT NULL } AS isOccupied
