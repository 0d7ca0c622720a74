"""The tools, each in a module of its own: the answer's shape, and the question that gives it."""
