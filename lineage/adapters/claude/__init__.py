"""Claude Code, through `claude -p` with JSON lines on its standard input and output."""

from lineage.adapters.claude.agent import ClaudeAgent

__all__ = ["ClaudeAgent"]
