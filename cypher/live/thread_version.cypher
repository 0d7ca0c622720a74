// The version that a thread has now.
// params: workspace, versionOf: thread id
// returns: threadVersion: version, or null when there is no such thread
OPTIONAL MATCH (t:Thread {workspace: $workspace, id: $versionOf})
RETURN t.version AS threadVersion
