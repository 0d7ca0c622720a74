"""The mutations, each a method named as in the schema (in snake_case), in classes by what they are about.

Every one takes a command_id: the same one with the same arguments does the work once and gives the first answer again.
"""

from lineage.client.commands.handoffs import HandoffCommands
from lineage.client.commands.providers import ProviderCommands
from lineage.client.commands.runs import RunCommands
from lineage.client.commands.threads import ThreadCommands


class Commands(ProviderCommands, ThreadCommands, RunCommands, HandoffCommands):
    """Every mutation."""


__all__ = ["Commands"]
