// Entries of threads' logs by their versions.
// params: workspace, eventRanges: [[threadId, from, to]]
// returns: recordEvents: [{set}], times as text
UNWIND $eventRanges AS part
MATCH (e:LineageEvent {workspace: $workspace, threadId: part[0]})
USING INDEX e:LineageEvent(workspace, threadId, version)
WHERE part[1] <= e.version <= part[2]
RETURN collect({set: e {.*, at: toString(e.at)}}) AS recordEvents
