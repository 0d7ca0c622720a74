"""Reads the session files of Claude Code: `<session id>.jsonl`, and the files of its agents beside them.

A file is read twice. The survey (survey.py, with chains.py, conversation.py and agents.py) goes through all lines once and finds out
which runs there are and which thread has each of them; content.py reads the lines of one thread again and makes its runs of them.
"""

from lineage.importers.claude_code.reader import READER

__all__ = ["READER"]
