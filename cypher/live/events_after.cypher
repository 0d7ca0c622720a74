// Entries of threads' logs after the versions that are known, up to others; of all of them no more than are taken at once.
// params: eventsAfter: [[workspace, thread id, version, version]], eventsAtOnce
// returns: newEvents: [{workspace, LineageEvent's properties, at as text}]
UNWIND $eventsAfter AS part
MATCH (e:LineageEvent {workspace: part[0], threadId: part[1]})
USING INDEX e:LineageEvent(workspace, threadId, version)
WHERE part[2] < e.version <= part[3]
WITH e LIMIT $eventsAtOnce
RETURN collect(e {.workspace, .threadId, .version, .type, at: toString(e.at), .payload, .command, .actor}) AS newEvents
