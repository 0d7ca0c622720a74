// Makes a token of a workspace; of its secret only a digest is given.
// params: workspace, tokenId, tokenSet: {name, scopes, digest, createdAt, expiresAt}
// returns: nothing
CREATE (t:AccessToken {workspace: $workspace, id: $tokenId})
SET t += $tokenSet
