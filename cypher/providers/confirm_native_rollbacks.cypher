// Records that provider threads dropped the turns of their rolled-back runs, those above the ordinal that the native rollback went to.
// params: workspace, confirmNativeRollbacks: [providerThreadId]
// returns: nothing
UNWIND $confirmNativeRollbacks AS id
MATCH (p:ProviderThread {workspace: $workspace, id: id})<-[:RAN_ON]-(r:Run)
WHERE r.rolledBackVersion IS NOT NULL AND NOT r.droppedNatively AND r.ordinal > p.nativeRollbackTo
SET r.droppedNatively = true
