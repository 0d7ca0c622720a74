"""A client of the service for programs in Python: typed, asynchronous, one method for each query and mutation of schema.graphql.

    async with LineageClient("http://127.0.0.1:8080/graphql") as client:
        started = await client.start_run(thread_id="T", provider="codex", message="go on")

It needs nothing of the service but the words of its enums, lineage.domain.kinds.
"""

from lineage.client.client import LineageClient
from lineage.client.errors import ClientError, Refused, UnexpectedAnswer, Unreachable
from lineage.client.inputs import (
    CheckpointInput,
    RecordedParentInput,
    RecordedProviderThreadInput,
    RecordedRunInput,
    RecordedThreadInput,
    StalenessPolicyInput,
    TurnItemInput,
)

__all__ = [
    "CheckpointInput",
    "ClientError",
    "LineageClient",
    "RecordedParentInput",
    "RecordedProviderThreadInput",
    "RecordedRunInput",
    "RecordedThreadInput",
    "Refused",
    "StalenessPolicyInput",
    "TurnItemInput",
    "UnexpectedAnswer",
    "Unreachable",
]
