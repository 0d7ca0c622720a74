"""The facts that every store is given: made-up conversations, turned into rows by the code that records histories."""
