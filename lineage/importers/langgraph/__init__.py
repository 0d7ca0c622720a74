"""LangGraph's checkpoints in SQLite, as langgraph-checkpoint-sqlite writes them. Needs no LangGraph, and runs nothing that they name.

A thread of LangGraph is a thread, and each branch in it another one: see branches. A run is one input with the steps behind it, or what a
branch did without an input; a branch that begins in the middle of a run has that run's beginning in its own first run. Subgraphs
have threads where their checkpoints name the one that called them: they are subagents, and their namespace is the call. Each run's last
checkpoint is its checkpoint. The order is that of the checkpoints' ids, which have their time in them; steps are counted anew in branches.
"""

from lineage.importers.langgraph.reader import LangGraphReader

READER = LangGraphReader()

__all__ = ["READER"]
