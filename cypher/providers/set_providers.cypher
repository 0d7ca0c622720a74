// Records providers' profiles, in place of those that are there.
// params: workspace, setProviders: [{kind, set}]
// returns: nothing
UNWIND $setProviders AS row
MERGE (p:Provider {workspace: $workspace, kind: row.kind})
SET p += row.set
