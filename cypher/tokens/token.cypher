// The token of an id, of whichever workspace: it is what tells the workspace of a request.
// params: tokenId
// returns: foundToken: AccessToken's properties, or null
OPTIONAL MATCH (t:AccessToken {id: $tokenId})
RETURN t {.*} AS foundToken
