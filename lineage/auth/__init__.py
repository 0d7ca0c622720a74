"""Who may do what: tokens, JWTs of an OpenID provider, scopes and rates. What comes out is a Principal, which each request has."""
