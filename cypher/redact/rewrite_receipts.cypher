// Gives receipts other answers.
// params: workspace, answers: [[commandId, answer]]
// returns: nothing
UNWIND $answers AS row
MATCH (c:CommandReceipt {workspace: $workspace, commandId: row[0]})
SET c.answer = row[1]
