"""The two databases: how they are started, given the facts, and measured."""
