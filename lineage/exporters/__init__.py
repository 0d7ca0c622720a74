"""Writes lineage trees in the formats of other tools, and in the project's own, from which they can be imported again."""
