"""A second opinion on the rules: the whole service in memory, written from the design alone and for reading rather than for speed."""
