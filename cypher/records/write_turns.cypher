// Makes the provider turns of runs that have none.
// params: workspace, turns: [[runId, index, nativeTurnRef]]
// returns: nothing
UNWIND $turns AS row
OPTIONAL MATCH (r:Run {workspace: $workspace, id: row[0]})
CREATE (r)-[:TOOK]->(:ProviderTurn {workspace: $workspace, runId: row[0], index: row[1], nativeTurnRef: row[2]})
