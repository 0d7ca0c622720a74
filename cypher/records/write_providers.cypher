// Registers providers' profiles where there is none of that kind; one that is there stays as it is.
// params: workspace, providers: [{set: Provider's properties}]
// returns: nothing
UNWIND $providers AS row
MERGE (p:Provider {workspace: $workspace, kind: row.set.kind})
ON CREATE SET p += row.set
