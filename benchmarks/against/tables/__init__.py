"""Tables of what was measured, in Markdown."""
