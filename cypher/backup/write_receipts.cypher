// Records that commands were carried out, and their answers.
// params: workspace, newReceipts: [{set: CommandReceipt's properties but times, at: [seconds since 1970, nanoseconds]}]
// returns: nothing
UNWIND $newReceipts AS row
CREATE (c:CommandReceipt {workspace: $workspace, at: datetime({epochSeconds: row.at[0], nanosecond: row.at[1]})})
SET c += row.set
