"""The whole of a store as one file, and back: what an export has, and what only the service itself needs besides."""
