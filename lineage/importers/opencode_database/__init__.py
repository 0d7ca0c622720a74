"""OpenCode: its database opencode.db, with sessions of all versions since it has one, and what `opencode export` writes.

A thread is a session, a run one message of the user; both are named after OpenCode's own ids, and so are the references of turns.
A session with a parent is its subagent. Forks are found by what they copied: see kinship. What a session was told to revert, but still
lists, is a rollback that its next message confirms; what was dropped for good is simply not there.
"""

from lineage.importers.opencode_database.reader import OpenCodeReader

READER = OpenCodeReader()

__all__ = ["READER"]
