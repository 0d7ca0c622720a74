// Records provider turns that runs took.
// params: workspace, createTurns: [{runId, index, nativeTurnRef}]
// returns: nothing
UNWIND $createTurns AS row
MATCH (r:Run {workspace: $workspace, id: row.runId})
CREATE (r)-[:TOOK]->(:ProviderTurn {workspace: $workspace, runId: row.runId, index: row.index, nativeTurnRef: row.nativeTurnRef})
