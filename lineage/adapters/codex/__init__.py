"""Codex, through `codex app-server`: requests and notifications as JSON lines on its standard input and output."""

from lineage.adapters.codex.agent import CodexAgent

__all__ = ["CodexAgent"]
