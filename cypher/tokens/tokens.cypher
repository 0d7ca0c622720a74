// The tokens of a workspace, also those that ended.
// params: workspace
// returns: foundTokens: [AccessToken's properties]
MATCH (t:AccessToken {workspace: $workspace})
USING INDEX t:AccessToken(workspace)
RETURN collect(t {.*}) AS foundTokens
