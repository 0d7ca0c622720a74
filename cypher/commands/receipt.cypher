// The receipt of a command that was carried out before.
// params: workspace, commandId
// returns: receipt: {fingerprint, answer}, or null
OPTIONAL MATCH (c:CommandReceipt {workspace: $workspace, commandId: $commandId})
RETURN c {.fingerprint, .answer} AS receipt
