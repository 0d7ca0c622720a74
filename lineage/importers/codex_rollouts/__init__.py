"""Rollout files of Codex: the JSON lines that it keeps of each session below `sessions/` in its home."""

from lineage.importers.codex_rollouts.reader import CodexReader

READER = CodexReader()

__all__ = ["READER"]
