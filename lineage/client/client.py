"""The client itself."""

from lineage.client.changes import Changes
from lineage.client.commands import Commands
from lineage.client.questions import Questions


class LineageClient(Questions, Commands, Changes):
    """Asks a service, tells it what happens, and is told what others do. Use `async with`, or aclose() when done; calls may overlap.

    Methods are named and take their arguments as in schema.graphql, in snake_case, and answer with lineage.client.models.
    They raise Refused with a stable code when the service says no, Unreachable when no answer came, UnexpectedAnswer when
    what came is none of this API, and ValueError or TypeError for what JSON cannot hold.
    """
