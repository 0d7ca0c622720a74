"""Finished runs in bulk: from recorded threads to the rows of the graph (design 2, as commands would have left them)."""
