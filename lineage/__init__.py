"""lineage: remembers what happens to conversations with coding agents when they change hands, and answers what that means."""

__version__ = "0.1.0"
