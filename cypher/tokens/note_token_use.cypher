// Keeps when a token was last used.
// params: workspace, tokenId, now
// returns: nothing
MATCH (t:AccessToken {workspace: $workspace, id: $tokenId})
SET t.lastUsedAt = $now
