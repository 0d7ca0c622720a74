// Makes ids unique in each workspace and label, ordinals unique in each thread, and versions unique in each thread's log.
// params: none
// returns: nothing
CREATE CONSTRAINT thread_id IF NOT EXISTS FOR (n:Thread) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT thread_lock_id IF NOT EXISTS FOR (n:ThreadLock) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT run_id IF NOT EXISTS FOR (n:Run) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT run_ordinal IF NOT EXISTS FOR (n:Run) REQUIRE (n.workspace, n.threadId, n.ordinal) IS UNIQUE;
CREATE CONSTRAINT provider_thread_id IF NOT EXISTS FOR (n:ProviderThread) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT provider_turn_index IF NOT EXISTS FOR (n:ProviderTurn) REQUIRE (n.workspace, n.runId, n.index) IS UNIQUE;
CREATE CONSTRAINT context_transfer_id IF NOT EXISTS FOR (n:ContextTransfer) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT context_handoff_id IF NOT EXISTS FOR (n:ContextHandoff) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT checkpoint_id IF NOT EXISTS FOR (n:Checkpoint) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT turn_item_id IF NOT EXISTS FOR (n:TurnItem) REQUIRE (n.workspace, n.id) IS UNIQUE;
CREATE CONSTRAINT provider_kind IF NOT EXISTS FOR (n:Provider) REQUIRE (n.workspace, n.kind) IS UNIQUE;
CREATE CONSTRAINT command_receipt_id IF NOT EXISTS FOR (n:CommandReceipt) REQUIRE (n.workspace, n.commandId) IS UNIQUE;
CREATE CONSTRAINT lineage_event_version IF NOT EXISTS FOR (n:LineageEvent) REQUIRE (n.workspace, n.threadId, n.version) IS UNIQUE;
