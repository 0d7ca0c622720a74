// Makes texts searchable by their words: titles, messages, summaries and what items say, each with its workspace.
// params: none
// returns: nothing
CREATE FULLTEXT INDEX searched_texts IF NOT EXISTS
FOR (n:Thread|Run|ContextHandoff|TurnItem)
ON EACH [n.workspace, n.title, n.message, n.summaryText, n.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: false}};
