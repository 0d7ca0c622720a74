// Records that a command was carried out, and its answer.
// params: workspace, createReceipts: [{commandId, fingerprint, answer, at, command, actor}]
// returns: nothing
UNWIND $createReceipts AS row
CREATE (c:CommandReceipt {workspace: $workspace})
SET c += row
