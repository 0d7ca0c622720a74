// Makes handoffs that wait for a summary an index seek.
// params: none
// returns: nothing
CREATE INDEX context_handoff_waiting IF NOT EXISTS FOR (n:ContextHandoff) ON (n.status, n.summarySource);
