// Logs what changed a thread, one entry for each version of it.
// params: workspace, createEvents: [{threadId, version, type, at, payload, command, actor}]
// returns: nothing
UNWIND $createEvents AS row
CREATE (e:LineageEvent {workspace: $workspace})
SET e += row
