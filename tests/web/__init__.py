"""The HTTP side of the service, over real HTTP, around a small GraphQL schema of these tests' own."""
