"""The documentation, held to the code and to a running service."""
