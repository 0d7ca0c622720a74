"""A person's conversation in the terminal: `lineage chat`, and what can be said to it."""
