// Makes each other way in which a query starts an index seek.
// params: none
// returns: nothing
CREATE INDEX thread_created IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.createdAt, n.id);
CREATE INDEX thread_root IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.rootId, n.depth, n.made);
CREATE INDEX context_transfer_taken_up IF NOT EXISTS FOR (n:ContextTransfer) ON (n.workspace, n.takenUpByRunId);
CREATE INDEX turn_item_order IF NOT EXISTS FOR (n:TurnItem) ON (n.workspace, n.runId, n.index);
