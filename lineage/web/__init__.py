"""HTTP around the GraphQL application: health, logs, limits, GraphiQL and the server process itself."""
