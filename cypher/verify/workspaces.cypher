// The workspaces that hold anything of a lineage.
// params: none
// returns: workspaces: [workspace]
CALL () {
  MATCH (n:Thread) USING INDEX n:Thread(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:ThreadLock) USING INDEX n:ThreadLock(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:Run) USING INDEX n:Run(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:ProviderThread) USING INDEX n:ProviderThread(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:ContextTransfer) USING INDEX n:ContextTransfer(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
  UNION
  MATCH (n:ContextHandoff) USING INDEX n:ContextHandoff(workspace, id) WHERE n.workspace >= '' AND n.id IS NOT NULL RETURN DISTINCT n.workspace AS workspace
}
WITH workspace ORDER BY workspace
RETURN collect(workspace) AS workspaces
