// The workspaces that hold anything that a backup takes in.
// params: none
// returns: occupiedWorkspaces: [workspace]
CALL () {
  MATCH (n:Thread) USING INDEX n:Thread(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:ThreadLock) USING INDEX n:ThreadLock(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:Provider) USING INDEX n:Provider(workspace, kind) WHERE n.workspace >= '' AND n.kind IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:CommandReceipt) USING INDEX n:CommandReceipt(workspace, commandId) WHERE n.workspace >= '' AND n.commandId IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:Tombstone) USING INDEX n:Tombstone(workspace, kind, id) WHERE n.workspace >= '' AND n.kind IS NOT NULL AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
}
WITH workspace ORDER BY workspace
RETURN collect(workspace) AS occupiedWorkspaces
