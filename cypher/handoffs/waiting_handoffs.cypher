// Handoffs of every workspace that wait for the configured summarizer, with what their summaries are to cover.
// params: none
// returns: waitingHandoffs: [[workspace, handoffId, provider, covers: [[position, threadId, from, to]], resultText]]
MATCH (h:ContextHandoff {status: 'PENDING', summarySource: 'CONFIGURED'})
USING INDEX h:ContextHandoff(status, summarySource)
MATCH (x)<-[:MATERIALIZES]-(h)-[:INTO]->(p)
RETURN collect([h.workspace, h.id, p.provider, [(h)-[c:COVERS]->(t) | [c.position, t.id, c.from, c.to]], x.resultText]) AS waitingHandoffs
