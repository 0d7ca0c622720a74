"""How long answers take at one connection, how many come a second at many, and how writers fare."""
