"""OpenCode, through `opencode serve`: requests over HTTP on loopback, and a stream of events."""

from lineage.adapters.opencode.agent import OpenCodeAgent

__all__ = ["OpenCodeAgent"]
