// Ends a token of a workspace; one that was ended before keeps when.
// params: workspace, tokenId, now
// returns: revokedTokens: how many there are of this id, 0 or 1
OPTIONAL MATCH (t:AccessToken {workspace: $workspace, id: $tokenId})
SET t.revokedAt = coalesce(t.revokedAt, $now)
RETURN count(t) AS revokedTokens
