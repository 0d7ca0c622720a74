"""JWTs that an OpenID provider signed, checked by the keys that it publishes (OpenID Connect Discovery 1.0, RFC 7519, RFC 8725)."""
